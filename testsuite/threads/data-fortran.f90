! SPDX-License-Identifier: GPL-3.0-or-later
! Fortran: private arrays, allocatable ones, threadprivate commons.
module fields
  implicit none
  real(8) :: x(100, 16), y(100)
  real(8), save :: scratch(16)
  !$omp threadprivate(scratch)
contains
  subroutine filled
    real(8) :: row(16)
    integer :: i, j
    ! rewritable: yes
    !$omp parallel do private(row, j)
    do i = 1, 100
      do j = 1, 16
        row(j) = x(i, j) * 2
      end do
      y(i) = row(1) + row(16)
    end do
  end subroutine filled

  subroutine assigned
    real(8) :: row(16)
    integer :: i
    ! rewritable: yes
    !$omp parallel do private(row)
    do i = 1, 100
      row = x(i, :)
      y(i) = sum(row)
    end do
  end subroutine assigned

  subroutine carried
    real(8) :: last
    integer :: i
    last = 0
    ! refused: 'last'
    !$omp parallel do firstprivate(last)
    do i = 1, 100
      y(i) = x(i, 1) - last
      last = x(i, 1)
    end do
  end subroutine carried

  subroutine half
    real(8) :: row(16)
    integer :: i, j
    row = 0
    ! refused: 'row'
    !$omp parallel do firstprivate(row) private(j)
    do i = 1, 100
      do j = 1, 8
        row(j) = x(i, j)
      end do
      y(i) = row(1) + row(16)
      row(mod(i, 16) + 1) = x(i, 16)
    end do
  end subroutine half

  subroutine threadprivate
    integer :: i
    ! refused: 'scratch'
    !$omp parallel do
    do i = 1, 100
      scratch(1) = scratch(1) + x(i, 1)
      y(i) = scratch(1)
    end do
  end subroutine threadprivate

  subroutine workspace
    real(8), allocatable :: work(:)
    integer :: i
    !$omp parallel private(work)
    allocate (work(16))
    ! refused: 'work'
    !$omp do
    do i = 1, 100
      work(:) = x(i, :)
      y(i) = work(3)
    end do
    !$omp end do
    deallocate (work)
    !$omp end parallel
  end subroutine workspace
end module fields
