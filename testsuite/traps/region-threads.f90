! SPDX-License-Identifier: GPL-3.0-or-later
! Blocks that are dealt out by hand in a subroutine, by the number of threads.
! expect: any(.[]; .name == "deal" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "said" and (.rewrite_why | length == 0))
module blocks
  use omp_lib
  implicit none
  integer, parameter :: n = 360
  integer :: of(n), first, last
  !$omp threadprivate(first, last)
contains
  subroutine bounds
    integer :: me, all
    me = omp_get_thread_num()
    all = omp_get_num_threads()
    first = 1 + n * me / all
    last = n * (me + 1) / all
  end subroutine
  subroutine deal
    integer :: i
    !$omp parallel
    call bounds
    !$omp do schedule(static)
    do i = 1, n
      of(i) = merge(1, 0, i >= first .and. i <= last)
    end do
    !$omp end parallel
  end subroutine
  subroutine said
    integer :: i
    !$omp parallel
    !$omp single
    print *, omp_get_num_threads(), 'threads'
    !$omp end single
    !$omp do
    do i = 1, n
      of(i) = of(i) + 1
    end do
    !$omp end parallel
  end subroutine
end module
program main
  use blocks
  call deal
  call said
  print *, sum(of)
end program
