! SPDX-License-Identifier: GPL-3.0-or-later
! The intrinsic generator keeps a state for each thread.
! expect: any(.[]; .name == "scatter" and (.rewrite_why + (.unseen // []) | length > 0))
! expect: any(.[]; .name == "shift" and (.rewrite_why | length == 0))
subroutine scatter(x, n)
  implicit none
  integer, intent(in) :: n
  real, intent(out) :: x(n)
  integer :: i
  !$omp parallel do
  do i = 1, n
    call random_number(x(i))
    x(i) = sqrt(x(i))
  end do
end subroutine
subroutine shift(x, n)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  !$omp parallel do
  do i = 1, n
    x(i) = sqrt(x(i)) + exp(-x(i))
  end do
end subroutine
program main
  real :: x(100)
  call scatter(x, 100)
  call shift(x, 100)
  print *, x(100)
end program
