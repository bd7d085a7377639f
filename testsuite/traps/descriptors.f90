! SPDX-License-Identifier: GPL-3.0-or-later
! Bounds that are in descriptors and in members of derived types.
! expect: all(.[]; .analysed and .nest[0].trip != null)
! expect: any(.[]; .name == "scale" and .nest[1].trip != null)
! expect: any(.[]; .name == "field_add" and .nest[1].trip != null)
! expect: length == 3
module fields
  implicit none
  type field
    integer :: nx, ny
    real(8), allocatable :: v(:, :)
  end type
contains
  subroutine scale(a, by)
    real(8), intent(inout) :: a(:, :)
    real(8), intent(in) :: by
    integer :: i, j
    !$omp parallel do private(i)
    do j = 1, size(a, 2)
      do i = lbound(a, 1), ubound(a, 1)
        a(i, j) = by * a(i, j)
      end do
    end do
  end subroutine
  subroutine field_add(f, by)
    type(field), intent(inout) :: f
    real(8), intent(in) :: by
    integer :: i, j
    !$omp parallel do private(i)
    do j = 2, f%ny - 1
      do i = 2, f%nx - 1
        f%v(i, j) = f%v(i, j) + by
      end do
    end do
  end subroutine
  subroutine pointed(p)
    real(8), pointer, intent(in) :: p(:)
    integer :: i
    !$omp parallel do
    do i = 1, size(p)
      p(i) = sqrt(p(i))
    end do
  end subroutine
end module
program main
  use fields
  type(field), target :: f
  real(8), pointer :: p(:)
  f%nx = 20
  f%ny = 30
  allocate (f%v(20, 30))
  f%v = 1
  call scale(f%v, 2d0)
  call field_add(f, 1d0)
  p => f%v(:, 3)
  call pointed(p)
  print *, f%v(2, 3)
end program
