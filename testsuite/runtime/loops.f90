! SPDX-License-Identifier: GPL-3.0-or-later
! Loops whose counts and values are known; expectations are in clock.sh.
module state
  implicit none
  integer :: offset = 4
end module state

subroutine fill(n, factor, a, extra)
  use state
  implicit none
  integer :: n, factor
  integer, optional :: extra
  integer(8) :: a(100)
  integer :: width, height, i, j
  common /shape/ width, height
!$omp parallel do
  do i = 1, n
     a(i) = a(i) + factor * offset + width
  end do
!$omp parallel
!$omp do
  do i = 1, 2 * n, 3
     do j = 1, height
        a(i) = a(i) + j
        if (present(extra)) a(i) = a(i) + extra
     end do
  end do
!$omp end parallel
end subroutine fill

subroutine sections_of(a)
  implicit none
  integer(8) :: a(100)
!$omp parallel workshare
  a(1:50) = a(51:100)
!$omp end parallel workshare
end subroutine sections_of

program loops
  implicit none
  integer(8) :: a(100)
  integer :: turn, width, height
  common /shape/ width, height
  interface
     subroutine fill(n, factor, a, extra)
       integer :: n, factor
       integer, optional :: extra
       integer(8) :: a(100)
     end subroutine fill
  end interface
  a = 1
  width = 6
  height = 2
  do turn = 1, 3
     call fill(20 + turn, 3, a)
     call fill(30, 3, a, 5)
     call sections_of(a)
  end do
  print *, sum(a)
end program loops
