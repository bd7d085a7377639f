! SPDX-License-Identifier: GPL-3.0-or-later
! Extremes of many arguments; all loops are understood.
! expect: all(.[]; .analysed)
! expect: length == 3
! expect: any(.[]; .name == "last" and .nest[0].trip == 41)
subroutine range(x, y, z, n, low, high)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n), z(n)
  real(8), intent(out) :: low, high
  integer :: i
  low = huge(low)
  high = -huge(high)
  !$omp parallel do reduction(min:low) reduction(max:high)
  do i = 1, n
    low = min(low, x(i), y(i), z(i), abs(x(i)))
    high = max(high, max(x(i), y(i)), max(z(i), abs(y(i))))
  end do
end subroutine
subroutine courant(u, v, dx, n, dt)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: u(n), v(n), dx
  real, intent(inout) :: dt
  integer :: i
  !$omp parallel do reduction(min:dt)
  do i = 1, n
    dt = min(dt, dx / max(abs(u(i)), abs(v(i)), 1e-6), 2.0)
  end do
end subroutine
subroutine last(x)
  implicit none
  real(8), intent(inout) :: x(41)
  integer :: i
  !$omp parallel do
  do i = 1, 41
    x(i) = x(i) + 1
  end do
end subroutine
program main
  real(8) :: x(60) = 1, low, high
  real :: u(60) = 2, dt = 9
  call range(x, x, x, 60, low, high)
  call courant(u, u, 0.1, 60, dt)
  call last(x)
  print *, low, high, dt, x(1)
end program
