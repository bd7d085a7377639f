! SPDX-License-Identifier: GPL-3.0-or-later
! A seed that is saved and threadprivate, in a function of a module.
! expect: any(.[]; .name == "jitter" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "steady" and (.rewrite_why | length == 0))
module generator
  implicit none
contains
  real(8) function uniform()
    integer(8), save :: seed = 13
    !$omp threadprivate(seed)
    seed = mod(seed * 16807_8, 2147483647_8)
    uniform = seed / 2147483647d0
  end function
  pure real(8) function hashed(i)
    integer, intent(in) :: i
    hashed = mod((i + 1_8) * 16807_8, 2147483647_8) / 2147483647d0
  end function
  subroutine jitter(x)
    real(8), intent(inout) :: x(:)
    integer :: i
    !$omp parallel do
    do i = 1, size(x)
      x(i) = x(i) + uniform()
    end do
  end subroutine
  subroutine steady(x)
    real(8), intent(inout) :: x(:)
    integer :: i
    !$omp parallel do
    do i = 1, size(x)
      x(i) = x(i) + hashed(i)
    end do
  end subroutine
end module
program main
  use generator
  real(8) :: x(640) = 0
  call jitter(x)
  call steady(x)
  print *, x(640)
end program
