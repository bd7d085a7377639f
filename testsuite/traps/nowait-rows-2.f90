! SPDX-License-Identifier: GPL-3.0-or-later
subroutine fill(a, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(out) :: a(n)
  integer :: i
  !$omp do
  do i = 1, n
    a(i) = i
  end do
  !$omp end do nowait
end subroutine
subroutine use_it(a, b, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: b(n)
  integer :: i
  !$omp do
  do i = 1, n
    b(i) = b(i) + a(i)
  end do
end subroutine
subroutine alone(b, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: b(n)
  integer :: i
  !$omp parallel do
  do i = 1, n
    b(i) = b(i) + 1
  end do
end subroutine
