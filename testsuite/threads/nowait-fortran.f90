! SPDX-License-Identifier: GPL-3.0-or-later
! Fortran: nowait, barriers, and what master does between.
subroutine without_barrier(x, y, n)
  implicit none
  integer :: n, i
  real(8) :: x(n), y(n)
  !$omp parallel
  ! refused: nowait
  !$omp do schedule(static)
  do i = 1, n
    y(i) = x(i) + 1
  end do
  !$omp end do nowait
  ! refused: nowait
  !$omp do schedule(static)
  do i = 1, n
    x(i) = y(i) * 2
  end do
  !$omp end do
  !$omp end parallel
end subroutine without_barrier

subroutine with_barrier(x, y, n)
  implicit none
  integer :: n, i
  real(8) :: x(n), y(n)
  !$omp parallel
  ! rewritable: yes
  !$omp do schedule(static)
  do i = 1, n
    y(i) = x(i) + 1
  end do
  !$omp end do
  ! rewritable: yes
  !$omp do schedule(static)
  do i = 1, n
    x(i) = y(i) * 2
  end do
  !$omp end do nowait
  !$omp end parallel
end subroutine with_barrier
