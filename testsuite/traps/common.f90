! SPDX-License-Identifier: GPL-3.0-or-later
! A common block of each thread, and external procedures.
! expect: map(select(.function == "MAIN__")) | .[0].rewrite_why | length > 0
! expect: map(select(.name == "saved")) | .[0].rewrite_why == []
program main
  implicit none
  integer :: i
  real :: x(100)
  real, external :: step
  !$omp parallel do
  do i = 1, 100
     x(i) = step(i)
  end do
  call saved(x)
  print *, x(1)
end program main

real function step(i)
  integer :: i
  real :: last
  common /state/ last
  !$omp threadprivate(/state/)
  last = last + i
  step = last
end function step

subroutine saved(x)
  real :: x(100)
  real, save :: factor = 2
  integer :: i
  !$omp parallel do
  do i = 1, 100
     x(i) = factor * i
  end do
end subroutine saved
