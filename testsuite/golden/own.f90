! SPDX-License-Identifier: GPL-3.0-or-later
! Arrays of varying size that each thread has for itself, and planes of an
! array that differ in a subscript which stands still.
module planes
  implicit none
  real(8) :: v(64, 64, 4, 2)
contains

  subroutine last_subscript(n)
    integer, intent(in) :: n
    integer :: i, j, k
    do k = 2, 4
       !$omp parallel do private(i)
       do j = 2, n
          do i = 2, n
             v(i, j, k, 1) = v(i, j - 1, k - 1, 1) + v(i - 1, j, k, 2)
          end do
       end do
    end do
  end subroutine

  subroutine first_subscript(u, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(5, 33, 33)
    integer :: i, j
    !$omp parallel do private(i)
    do j = 2, n
       do i = 2, n
          u(1, i, j) = u(2, i, j - 1) + u(3, i - 1, j)
          u(4, i, j) = u(5, i, j - 1) + u(3, i, j)
       end do
    end do
  end subroutine

  subroutine same_plane(n)
    integer, intent(in) :: n
    integer :: i, j
    !$omp parallel do private(i)
    do j = 2, n
       do i = 2, n
          v(i, j, 2, 1) = v(i, j - 1, 2, 1) + v(i, j, 2, 2)
       end do
    end do
  end subroutine
end module

subroutine automatic(x, n, m)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n, m)
  real(8) :: t(n)
  integer :: i, j
  !$omp parallel do private(t, i)
  do j = 1, m
     do i = 1, n
        t(i) = x(i, j) * 2
     end do
     do i = 1, n
        x(i, j) = t(i) + t(n - i + 1)
     end do
  end do
end subroutine

subroutine automatic_first(x, n, m)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n, m)
  real(8) :: t(n, 3)
  integer :: i, j
  t = 0
  !$omp parallel firstprivate(t) private(i)
  !$omp do
  do j = 1, m
     do i = 1, n
        t(i, 2) = x(i, j) * 2 + t(i, 1)
     end do
     do i = 1, n
        x(i, j) = t(i, 2)
     end do
  end do
  !$omp end parallel
end subroutine

subroutine automatic_dummy(x, t, n, m)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n, m), t(n)
  integer :: i, j
  !$omp parallel do private(t, i)
  do j = 1, m
     do i = 1, n
        t(i) = x(i, j) * 2
     end do
     do i = 1, n
        x(i, j) = t(n - i + 1)
     end do
  end do
end subroutine

! Each thread calls it, and has an array of its own.
subroutine orphaned(x, n, m)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n, m)
  real(8) :: t(n)
  integer :: i, j
  !$omp do
  do j = 1, m
     do i = 1, n
        t(i) = x(i, j) * 2
     end do
     do i = 1, n
        x(i, j) = t(n - i + 1)
     end do
  end do
end subroutine

subroutine in_a_block(x, n, m)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n, m)
  integer :: i, j
  !$omp parallel do private(i)
  do j = 1, m
     block
        real(8) :: t(n)
        do i = 1, n
           t(i) = x(i, j) * 2
        end do
        do i = 1, n
           x(i, j) = t(n - i + 1)
        end do
     end block
  end do
end subroutine

! The clause is missing.
subroutine forgotten(x, n, m)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n, m)
  real(8) :: t(n)
  integer :: i, j
  !$omp parallel do private(i)
  do j = 1, m
     do i = 1, n
        t(i) = x(i, j) * 2
     end do
     do i = 1, n
        x(i, j) = t(n - i + 1)
     end do
  end do
end subroutine
