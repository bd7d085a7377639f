! SPDX-License-Identifier: GPL-3.0-or-later
! Fortran: intrinsics, the library's functions, and procedures that are seen.
module kernels
  implicit none
  real(8) :: x(100), y(100), m(100, 8), w(8, 8)
  character(len=12) :: names(100)
contains
  pure real(8) function twice(v)
    real(8), intent(in) :: v
    twice = 2 * v
  end function twice

  subroutine seen
    integer :: i
    ! rewritable: yes
    !$omp parallel do
    do i = 1, 100
      y(i) = twice(x(i)) + sin(x(i)) ** 2
    end do
  end subroutine seen

  subroutine library
    integer :: i
    ! rewritable: yes
    !$omp parallel do
    do i = 1, 100
      m(i, :) = matmul(w, m(i, :))
      y(i) = sum(m(i, :)) + maxval(m(i, :))
      names(i) = trim(names(i)) // '!'
    end do
  end subroutine library

  subroutine output
    integer :: i
    ! rewritable: yes
    !$omp parallel do
    do i = 1, 100
      write (*, *) i, y(i)
    end do
  end subroutine output

  subroutine random
    integer :: i
    ! refused: '_gfortran_random_r8'
    !$omp parallel do
    do i = 1, 100
      call random_number(y(i))
    end do
  end subroutine random

  subroutine thread_number
    use omp_lib
    integer :: i
    ! refused: 'omp_get_thread_num_'
    !$omp parallel do
    do i = 1, 100
      y(i) = omp_get_thread_num()
    end do
  end subroutine thread_number

  subroutine unseen
    integer :: i
    ! needs: elsewhere_
    !$omp parallel do
    do i = 1, 100
      call elsewhere(x(i), y(i))
    end do
  end subroutine unseen
end module kernels
