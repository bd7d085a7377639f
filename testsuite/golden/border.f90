! SPDX-License-Identifier: GPL-3.0-or-later
!
! Fortran: what lies on both sides of a border.
!
subroutine border_bottom(x_min, x_max, y_min, y_max, depth, f)
  integer, intent(in) :: x_min, x_max, y_min, y_max, depth
  real(8), intent(inout) :: f(x_min-2:x_max+2, y_min-2:y_max+2)
  integer :: j, k
  !$omp parallel do private(k)
  do j = x_min - depth, x_max + depth
    do k = 1, depth
      f(j, 1 - k) = f(j, 0 + k)
    end do
  end do
end subroutine

subroutine border_left(x_min, x_max, y_min, y_max, depth, f)
  integer, intent(in) :: x_min, x_max, y_min, y_max, depth
  real(8), intent(inout) :: f(x_min-2:x_max+2, y_min-2:y_max+2)
  integer :: j, k
  !$omp parallel do private(j)
  do k = y_min - depth, y_max + depth
    do j = 1, depth
      f(1 - j, k) = f(0 + j, k)
    end do
  end do
end subroutine

subroutine border_right(x_min, x_max, y_min, y_max, depth, f)
  integer, intent(in) :: x_min, x_max, y_min, y_max, depth
  real(8), intent(inout) :: f(x_min-2:x_max+3, y_min-2:y_max+2)
  integer :: j, k
  !$omp parallel do collapse(2)
  do k = y_min - depth, y_max + depth
    do j = 1, depth
      f(x_max + 1 + j, k) = f(x_max + 1 - j, k)
    end do
  end do
end subroutine
