! SPDX-License-Identifier: GPL-3.0-or-later
! The counter of a loop inside has a value behind the construct, on each of two
! ways, that nothing reads; of the second function something does.
! expect: length == 4
! expect: all(.[] | select(.name == "dead").nest[]; .holds == [])
! expect: any(.[] | select(.name == "alive").nest[]; .holds != [])
subroutine dead(n, m, a, b, f)
  implicit none
  integer, intent(in) :: n, m, f
  real(8), intent(inout) :: a(n, m), b(n, m)
  integer :: j, k
  !$omp parallel
  if (f == 1) then
    !$omp do
    do k = 1, m
      do j = 1, n
        a(j, k) = b(j, k) + 1
      end do
    end do
    !$omp end do
  end if
  !$omp do
  do k = 1, m
    do j = 1, n
      b(j, k) = a(j, k) + 1
    end do
  end do
  !$omp end do
  !$omp end parallel
end subroutine
subroutine alive(n, m, a, b, f, last)
  implicit none
  integer, intent(in) :: n, m, f
  integer, intent(out) :: last(m)
  real(8), intent(inout) :: a(n, m), b(n, m)
  integer :: j, k
  !$omp parallel
  j = 0
  if (f == 1) then
    !$omp do
    do k = 1, m
      do j = 1, n
        if (a(j, k) > b(j, k)) exit
      end do
    end do
    !$omp end do
  end if
  !$omp critical
  last(1) = j
  !$omp end critical
  !$omp do
  do k = 1, m
    do j = 1, n
      b(j, k) = a(j, k) + 1
    end do
  end do
  !$omp end do
  !$omp end parallel
end subroutine
