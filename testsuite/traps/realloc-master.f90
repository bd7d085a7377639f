! SPDX-License-Identifier: GPL-3.0-or-later
! What one thread does alone makes an array anew: GCC declares realloc() with
! its arguments in another order than it gives them.
! expect: length == 1 and .[0].analysed
subroutine doubled(x, n)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  real, allocatable :: kept(:)
  integer :: i
  !$omp parallel
  !$omp master
  kept = x + 1
  x = kept
  !$omp end master
  !$omp barrier
  !$omp do
  do i = 1, n
    x(i) = 2 * x(i)
  end do
  !$omp end do
  !$omp end parallel
end subroutine
