! SPDX-License-Identifier: GPL-3.0-or-later
! With one thread for the outer region, the inner ones would get two.
! expect: any(.[]; .id == "MAIN__#1" and (.threads_why | length > 0))
! expect: map(select(.name == "kernel" or .name == "plain")) | length == 2 and all(.[]; .threads_why // [] | length == 0)
! expect: all(.[]; .rewrite_why | length == 0)
program main
  implicit none
  real(8) :: a(900, 4)
  integer :: tile
  a = 0
  !$omp parallel do schedule(static)
  do tile = 1, 4
     call halo(a(:, tile))
     call kernel(a(:, tile), 900)
  end do
  call plain(a, 3600)
  print *, a(900, 4)
contains
  subroutine halo(x)
    real(8) :: x(900)
    x(1) = x(2)
  end subroutine
end program

subroutine kernel(x, n)
  implicit none
  integer :: n, i
  real(8) :: x(n)
  !$omp parallel do
  do i = 1, n
     x(i) = x(i) + i * 0.5d0
  end do
end subroutine

subroutine plain(x, n)
  implicit none
  integer :: n, i
  real(8) :: x(n)
  !$omp parallel do
  do i = 1, n
     x(i) = x(i) * 0.25d0
  end do
end subroutine
