! SPDX-License-Identifier: GPL-3.0-or-later
! A Fortran loop that calls C, where the threads have their own counters.
! expect: any(.[]; .name == "number" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "square" and (.rewrite_why | length == 0))
module calls
  use iso_c_binding
  implicit none
  interface
    integer(c_int) function ticket() bind(c, name='take_ticket')
      import
    end function
    pure integer(c_int) function squared(i) bind(c)
      import
      integer(c_int), value :: i
    end function
  end interface
contains
  subroutine number(x)
    integer(c_int), intent(out) :: x(:)
    integer :: i
    !$omp parallel do
    do i = 1, size(x)
      x(i) = ticket()
    end do
  end subroutine
  subroutine square(x)
    integer(c_int), intent(inout) :: x(:)
    integer :: i
    !$omp parallel do
    do i = 1, size(x)
      x(i) = squared(x(i))
    end do
  end subroutine
end module
program main
  use calls
  integer(c_int) :: x(99)
  call number(x)
  call square(x)
  print *, x(99)
end program
