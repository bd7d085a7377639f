! SPDX-License-Identifier: GPL-3.0-or-later
! How many threads there are decides in a subroutine what an iteration does.
! expect: any(.[]; .name == "deal" and (.rewrite_why + (.threads_why // []) | length > 0))
! expect: any(.[]; .name == "done" and (.rewrite_why | length == 0))
module dealing
  use omp_lib
  implicit none
  integer :: of(500) = 0
contains
  subroutine weigh(i)
    integer, intent(in) :: i
    of(i) = mod(i, omp_get_num_threads())
  end subroutine
  subroutine deal
    integer :: i
    !$omp parallel do
    do i = 1, 500
      call weigh(i)
    end do
  end subroutine
  subroutine done
    integer :: i
    real(8) :: t
    t = omp_get_wtime()
    !$omp parallel do
    do i = 1, 500
      of(i) = of(i) + 1
    end do
    if (omp_get_wtime() < t) print *, 'the clock went back'
  end subroutine
end module
program main
  use dealing
  call deal
  call done
  print *, of(500)
end program
