! SPDX-License-Identifier: GPL-3.0-or-later
! Variables of Fortran that threads have for themselves.
! expect: any(.[]; .name == "drawn" and any(.rewrite_why[]; test("'seed'")))
! expect: any(.[]; .name == "packed" and any(.rewrite_why[]; test("'n'")))
! expect: any(.[]; .name == "smoothed" and any(.rewrite_why[]; test("'old'")))
! expect: any(.[]; .name == "by_call" and any(.rewrite_why[]; test("'seed'.*advance")))
! expect: any(.[]; .name == "whole" and .rewrite_why == [] and .reorders == [])
! expect: any(.[]; .name == "sections_of" and .rewrite_why == [])
! expect: any(.[]; .name == "counted" and .rewrite_why == [] and .reorders == [])
! expect: any(.[]; .name == "gathered" and .rewrite_why == [] and any(.reorders[]; test("'mine'")))
! expect: any(.[]; .name == "computed" and .rewrite_why == [])
module private_fields
  implicit none
  integer, parameter :: n_all = 400, m = 12
  real(8) :: x(m, n_all) = 1, y(n_all) = 0
  integer :: which(n_all) = 0
contains
  subroutine advance(seed, r)
    integer, intent(inout) :: seed
    real(8), intent(out) :: r
    seed = iand(seed * 1103 + 12345, 65535)
    r = seed / 65536d0
  end subroutine

  subroutine drawn
    integer :: i, seed
    seed = 5
    !$omp parallel firstprivate(seed)
    !$omp do
    do i = 1, n_all
      seed = mod(seed * 421 + 1663, 7875)
      y(i) = seed
    end do
    !$omp end parallel
  end subroutine

  subroutine packed
    integer :: i, n
    !$omp parallel private(n)
    n = 0
    !$omp do
    do i = 1, n_all
      if (y(i) > 3) then
        n = n + 1
        which(n) = i
      end if
    end do
    !$omp end parallel
  end subroutine

  subroutine smoothed
    integer :: i
    real(8) :: old(m)
    old = 0
    !$omp parallel do firstprivate(old)
    do i = 1, n_all
      x(:, i) = x(:, i) + old
      old = x(:, i)
    end do
  end subroutine

  subroutine by_call
    integer :: i, seed
    real(8) :: r
    !$omp parallel private(seed, r)
    seed = 3
    !$omp do
    do i = 1, n_all
      call advance(seed, r)
      y(i) = r
    end do
    !$omp end parallel
  end subroutine

  subroutine whole
    integer :: i
    real(8) :: t(m), u(m)
    !$omp parallel do private(t, u)
    do i = 1, n_all
      t = x(:, i)
      u = t * t + 1
      where (t > 0.5d0) u = u - t
      y(i) = maxval(u) + t(1)
    end do
  end subroutine

  subroutine sections_of(k)
    integer, intent(in) :: k
    integer :: i, j
    real(8) :: t(k)
    !$omp parallel do private(t, j)
    do i = 1, n_all
      t(1) = x(1, i)
      do j = 2, k
        t(j) = t(j - 1) + x(j, i)
      end do
      y(i) = t(k)
    end do
  end subroutine

  integer function counted()
    integer :: i, mine
    counted = 0
    !$omp parallel private(mine)
    mine = 0
    !$omp do
    do i = 1, n_all
      if (y(i) > 2) mine = mine + 1
    end do
    !$omp atomic
    counted = counted + mine
    !$omp end parallel
  end function

  real(8) function gathered()
    integer :: i
    real(8) :: mine
    gathered = 0
    !$omp parallel private(mine)
    mine = 0
    !$omp do
    do i = 1, n_all
      mine = mine + y(i) * sum(x(:, i))
    end do
    !$omp critical
    gathered = gathered + mine
    !$omp end critical
    !$omp end parallel
  end function

  subroutine computed
    integer :: i, seed
    real(8) :: r
    !$omp parallel do private(seed, r)
    do i = 1, n_all
      seed = i
      call advance(seed, r)
      y(i) = y(i) + r
    end do
  end subroutine
end module

program main
  use private_fields
  call drawn
  call packed
  call smoothed
  call by_call
  call whole
  call sections_of(m)
  call computed
  print *, counted(), gathered(), y(3), which(2)
end program
