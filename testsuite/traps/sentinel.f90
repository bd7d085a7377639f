! SPDX-License-Identifier: GPL-3.0-or-later
! With the sentinel of conditional compilation, in a function of another unit.
! expect: any(.[]; .name == "MAIN__" and .ordinal == 1 and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "MAIN__" and .ordinal == 2 and (.rewrite_why | length == 0))
program main
  implicit none
  integer, external :: whoami
  integer :: owner(200), i
  !$omp parallel do
  do i = 1, 200
    owner(i) = whoami()
  end do
  !$omp parallel do
  do i = 1, 200
    owner(i) = owner(i) * 2
  end do
  print *, owner(200)
end program
