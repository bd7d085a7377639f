! SPDX-License-Identifier: GPL-3.0-or-later
! A module's function returns the column of the thread.
! expect: any(.[]; .name == "spread" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "halve" and (.rewrite_why | length == 0))
module columns
  use omp_lib
  implicit none
  integer, parameter :: n = 1000
  real(8) :: part(n, 0:63) = 0, x(n) = 1
contains
  integer function mine()
    mine = omp_get_thread_num()
  end function
  subroutine spread(m)
    integer, intent(in) :: m
    integer :: i
    !$omp parallel do
    do i = 1, m - 1
      part(i, mine()) = part(i, mine()) + x(i)
      part(i + 1, mine()) = part(i + 1, mine()) - x(i)
    end do
  end subroutine
  subroutine halve(m)
    integer, intent(in) :: m
    integer :: i
    !$omp parallel do
    do i = 1, m
      x(i) = 0.5d0 * x(i)
    end do
  end subroutine
end module
program main
  use columns
  call halve(n)
  call spread(n)
  print *, part(n, 0)
end program
