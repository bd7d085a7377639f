! SPDX-License-Identifier: GPL-3.0-or-later
! end do nowait, then a subroutine with a loop that reads the same rows.
! expect: any(.[]; .name == "rhs" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "update" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "start" and (.rewrite_why | length == 0))
module flow
  implicit none
  integer, parameter :: n = 256
  real(8) :: u(n, n), r(n, n)
contains
  subroutine start
    integer :: j
    !$omp parallel do
    do j = 1, n
      u(:, j) = j
    end do
  end subroutine
  subroutine rhs
    integer :: j
    !$omp do schedule(static)
    do j = 1, n
      r(:, j) = -0.1d0 * u(:, j)
    end do
    !$omp end do nowait
    call update
  end subroutine
  subroutine update
    integer :: j
    !$omp do schedule(static)
    do j = 1, n
      u(:, j) = u(:, j) + r(:, j)
    end do
  end subroutine
end module
program main
  use flow
  call start
  !$omp parallel
  call rhs
  !$omp end parallel
  print *, u(n, n)
end program
