! SPDX-License-Identifier: GPL-3.0-or-later
! An internal procedure that the host's loop calls asks for the thread.
! expect: any(.[]; .name == "tally" and .ordinal == 1 and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "tally" and .ordinal == 2 and (.rewrite_why | length == 0))
subroutine tally(x, n)
  use omp_lib
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: x(n)
  integer :: seen(0:255), i
  seen = 0
  !$omp parallel do
  do i = 1, n
    x(i) = next(x(i))
  end do
  !$omp parallel do
  do i = 1, n
    x(i) = ieor(x(i), 5)
  end do
contains
  integer function next(v)
    integer, intent(in) :: v
    seen(omp_get_thread_num()) = seen(omp_get_thread_num()) + 1
    next = v + seen(omp_get_thread_num())
  end function
end subroutine
program main
  integer :: x(500)
  x = 3
  call tally(x, 500)
  print *, sum(x)
end program
