! SPDX-License-Identifier: GPL-3.0-or-later
! Three calls deep, in two units, a thread's counter in a module.
! expect: any(.[]; .name == "count_all" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "copy_all" and (.rewrite_why | length == 0))
subroutine count_all(x, n)
  implicit none
  integer, intent(in) :: n
  integer, intent(out) :: x(n)
  integer, external :: level1
  integer :: i
  !$omp parallel do
  do i = 1, n
    x(i) = level1(i)
  end do
end subroutine
subroutine copy_all(x, y, n)
  implicit none
  integer, intent(in) :: n, x(n)
  integer, intent(out) :: y(n)
  integer, external :: level0
  integer :: i
  !$omp parallel do
  do i = 1, n
    y(i) = level0(x(i))
  end do
end subroutine
program main
  implicit none
  integer :: x(300), y(300)
  call count_all(x, 300)
  call copy_all(x, y, 300)
  print *, y(300)
end program
