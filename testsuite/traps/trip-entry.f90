! SPDX-License-Identifier: GPL-3.0-or-later
! The number of iterations of a do loop is fixed when it begins; stop in the
! body ends the program and not the loop.
! expect: any(.[]; .name == "shrinking" and .nest[0].trip != null and (.nest[0].early_exit | not))
! expect: any(.[]; .name == "guarded" and .nest[0].trip != null and (.nest[0].early_exit | not))
! expect: any(.[]; .name == "search" and .nest[1].early_exit)
module list
  implicit none
  integer :: length = 100, item(100) = 7
contains
  subroutine shrinking
    integer :: i
    !$omp parallel do
    do i = 1, length
      item(i) = item(i) - 1
      if (item(i) == 3) then
        !$omp atomic
        length = length - 1
      end if
    end do
  end subroutine
  subroutine guarded(x, n)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer :: i
    !$omp parallel do
    do i = 1, n
      if (x(i) < 0) stop 'negative depth'
      x(i) = sqrt(x(i))
    end do
  end subroutine
  subroutine search(x, n)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer :: i, j
    !$omp parallel do private(j)
    do i = 1, n
      do j = 1, length
        if (item(j) > i) exit
      end do
      x(i) = j
    end do
  end subroutine
end module
program main
  use list
  real :: x(50) = 4
  call shrinking
  call guarded(x, 50)
  call search(x, 50)
  print *, x(50), length
end program
