! SPDX-License-Identifier: GPL-3.0-or-later
!
! Loops of Fortran; each tells by how many threads it runs.
module loops
  use omp_lib
  implicit none
  integer :: seen
contains
  subroutine one(n)
    integer, intent(in) :: n
    integer :: i

    !$omp parallel do
    do i = 1, n
      seen = omp_get_num_threads()
    end do
  end subroutine

  subroutine nested(n, m, most)
    integer, intent(in) :: n, m
    integer, intent(in), optional :: most
    integer :: i, j, k

    !$omp parallel do schedule(static) private(j, k)
    do i = 1, n
      do j = m, 1, -1
        seen = omp_get_num_threads()
      end do
      if (present(most)) then
        do k = 1, most
          seen = omp_get_num_threads()
        end do
      end if
    end do
  end subroutine

  subroutine steps(n, by)
    integer, intent(in) :: n, by
    integer :: i

    !$omp parallel do
    do i = 1, n, by
      seen = omp_get_num_threads()
    end do
  end subroutine
end module

program size
  use loops
  implicit none

  call omp_set_dynamic(.false.)
  call omp_set_num_threads(6)
  seen = 0; call one(0); print '(i0)', seen
  seen = 0; call one(120); print '(i0)', seen
  seen = 0; call nested(10, 9); print '(i0)', seen
  seen = 0; call nested(10, 10); print '(i0)', seen
  seen = 0; call nested(10, 0); print '(i0)', seen
  seen = 0; call steps(700, 7); print '(i0)', seen
  seen = 0; call steps(-700, -7); print '(i0)', seen
end program
