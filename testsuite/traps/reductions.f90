! SPDX-License-Identifier: GPL-3.0-or-later
! expect: map(select(.name == "real_sum")) | .[0].reorders | length == 1
! expect: map(select(.name == "array_sum")) | .[0].reorders | length == 1
! expect: map(select(.name == "smallest")) | .[0].reorders == []
! expect: map(select(.name == "whole_sum")) | .[0].reorders == []
real function real_sum(x)
  real :: x(100), s
  integer :: i
  s = 0
  !$omp parallel do reduction(+:s)
  do i = 1, 100
     s = s + x(i)
  end do
  real_sum = s
end function real_sum

subroutine array_sum(x, h)
  complex :: x(100), h(4)
  integer :: i
  !$omp parallel do reduction(+:h)
  do i = 1, 100
     h(mod(i, 4) + 1) = h(mod(i, 4) + 1) + x(i)
  end do
end subroutine array_sum

real function smallest(x)
  real :: x(100), s
  integer :: i
  s = 1
  !$omp parallel do reduction(min:s)
  do i = 1, 100
     s = min(s, x(i))
  end do
  smallest = s
end function smallest

integer function whole_sum(n)
  integer :: n, i, s
  s = 0
  !$omp parallel do reduction(+:s)
  do i = 1, n
     s = s + i
  end do
  whole_sum = s
end function whole_sum

program main
  real, external :: real_sum, smallest
  integer, external :: whole_sum
  real :: x(100)
  complex :: c(100), h(4)
  x = 1
  c = 1
  h = 0
  call array_sum(c, h)
  print *, real_sum(x), smallest(x), whole_sum(100), h
end program main
