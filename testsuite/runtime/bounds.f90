! SPDX-License-Identifier: GPL-3.0-or-later
!
! Bounds of Fortran: derived types, descriptors, modules; see bounds.c.
module bounds_state
  implicit none
  type field
    integer :: nx, ny
    real(8), allocatable :: v(:,:)
  end type
  type, abstract :: thing
    integer :: n
  end type
  type, extends(thing) :: list
    real(8), allocatable :: w(:)
  contains
    procedure :: grow
  end type
  real(8), allocatable :: wide(:,:)
  integer :: levels
contains
  ! value: inside f->nx 20
  ! value: inside f->ny 30
  ! value: inside f->v.dim[1].stride 22
  ! value: inside (inner) 20
  subroutine inside(f)
    type(field), intent(inout) :: f
    integer :: i, j
    !$omp parallel do private(i)
    do j = 1, f%ny
      do i = 1, f%nx
        f%v(i, j) = f%v(i, j) + i
      end do
    end do
  end subroutine

  ! value: shaped a->dim[0].ubound 22
  ! value: shaped a->dim[1].stride 22
  ! value: shaped (inner) 22
  subroutine shaped(a)
    real(8), intent(inout) :: a(:,:)
    integer :: i, j
    !$omp parallel do private(i)
    do j = 1, size(a, 2)
      do i = 1, size(a, 1)
        a(i, j) = a(i, j) * 0.5d0
      end do
    end do
  end subroutine

  ! value: module levels 5
  ! value: module wide.dim[1].stride 40
  subroutine module
    integer :: i, k
    !$omp parallel do private(i)
    do k = 1, levels
      do i = 1, 40
        wide(i, k) = wide(i, k) + k
      end do
    end do
  end subroutine

  ! value: grow this->_data->thing.n 50
  subroutine grow(this)
    class(list), intent(inout) :: this
    integer :: k
    !$omp parallel do
    do k = 1, this%n
      this%w(k) = this%w(k) + k
    end do
  end subroutine

  ! A missing argument is not read.
  subroutine optional_end(a, last)
    real(8), intent(inout) :: a(:)
    integer, intent(in), optional :: last
    integer :: i, n
    n = 4
    if (present(last)) n = last
    !$omp parallel do
    do i = 1, n
      if (present(last)) a(i) = a(i) + last
      a(i) = a(i) + 1
    end do
  end subroutine
end module

! value: common dims.jmax 8
! value: common dims.imax 7
subroutine common(a)
  implicit none
  real(8) :: a(10, 10)
  integer :: imax, jmax, i, j
  common /dims/ imax, jmax
  !$omp parallel do private(i)
  do j = 2, jmax - 1
    do i = 2, imax - 1
      a(i, j) = a(i, j) + 1
    end do
  end do
end subroutine

program bounds
  use bounds_state
  implicit none
  type(field) :: f
  type(list) :: l
  real(8) :: a(10, 10), line(20)
  integer :: imax, jmax, turn
  common /dims/ imax, jmax
  imax = 7
  jmax = 8
  levels = 5
  f%nx = 20
  f%ny = 30
  l%n = 50
  allocate(f%v(22, 32), wide(40, 6), l%w(50))
  f%v = 1
  wide = 0
  l%w = 0
  a = 0
  line = 0
  do turn = 1, 3
    call inside(f)
    call shaped(f%v)
    call module
    call l%grow
    call optional_end(line)
    call optional_end(line, 5)
    call common(a)
  end do
  print '(5f16.4)', sum(f%v), sum(wide), sum(l%w), sum(a), sum(line)
end program
