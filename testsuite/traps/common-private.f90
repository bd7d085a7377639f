! SPDX-License-Identifier: GPL-3.0-or-later
! A threadprivate common block, used in called subroutines alone.
! expect: any(.[]; .name == "sweep" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "scale" and (.rewrite_why | length == 0))
subroutine mix(v)
  implicit none
  real(8), intent(inout) :: v
  real(8) :: memory
  common /state/ memory
  !$omp threadprivate(/state/)
  memory = 0.9d0 * memory + 0.1d0 * v
  v = v - memory
end subroutine
subroutine sweep(x, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  !$omp parallel do schedule(static)
  do i = 1, n
    call mix(x(i))
  end do
end subroutine
subroutine scale(x, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  !$omp parallel do schedule(static)
  do i = 1, n
    x(i) = 2 * x(i)
  end do
end subroutine
program main
  real(8) :: x(777)
  x = 1
  call scale(x, 777)
  call sweep(x, 777)
  print *, x(777)
end program
