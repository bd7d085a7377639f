! SPDX-License-Identifier: GPL-3.0-or-later
! A type-bound procedure and a pointer to a procedure: the one is known to
! ask for the thread, the other may.
! expect: any(.[]; .name == "measure" and (.rewrite_why + (.unseen // []) | length > 0))
! expect: any(.[]; .name == "through" and (.rewrite_why + (.unseen // []) | length > 0))
! expect: any(.[]; .name == "plainly" and (.rewrite_why | length == 0))
module meters
  use omp_lib
  implicit none
  type meter
    real(8) :: slot(0:63) = 0
  contains
    procedure :: add
  end type
contains
  real(8) function add(self, v)
    class(meter), intent(inout) :: self
    real(8), intent(in) :: v
    associate (mine => self%slot(omp_get_thread_num()))
      mine = mine + v
      add = mine
    end associate
  end function
  subroutine measure(m, x)
    class(meter), intent(inout) :: m
    real(8), intent(inout) :: x(:)
    integer :: i
    !$omp parallel do
    do i = 1, size(x)
      x(i) = m%add(x(i))
    end do
  end subroutine
  subroutine through(f, x)
    procedure(real(8)), pointer, intent(in) :: f
    real(8), intent(inout) :: x(:)
    integer :: i
    !$omp parallel do
    do i = 1, size(x)
      x(i) = f(x(i))
    end do
  end subroutine
  subroutine plainly(x)
    real(8), intent(inout) :: x(:)
    integer :: i
    !$omp parallel do
    do i = 1, size(x)
      x(i) = sin(x(i))
    end do
  end subroutine
  real(8) function odd(v)
    real(8), intent(in) :: v
    odd = v + omp_get_thread_num()
  end function
end module
program main
  use meters
  type(meter) :: m
  real(8) :: x(90) = 1
  procedure(real(8)), pointer :: f
  f => odd
  call measure(m, x)
  call through(f, x)
  call plainly(x)
  print *, x(90)
end program
