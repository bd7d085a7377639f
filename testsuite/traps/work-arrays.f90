! SPDX-License-Identifier: GPL-3.0-or-later
! Work arrays as long as the team, handed on by a slice for the thread.
! expect: any(.[]; .name == "build" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "apply" and (.rewrite_why | length == 0))
module work
  use omp_lib
  implicit none
  integer, parameter :: m = 12, n = 400
  real(8), allocatable :: w(:, :)
  real(8) :: x(m, n) = 1, y(n) = 0
contains
  subroutine column(t, i)
    real(8), intent(inout) :: t(m)
    integer, intent(in) :: i
    t = max(t, x(:, i) * i)
    y(i) = sum(t)
  end subroutine
  subroutine build
    integer :: i, me
    !$omp parallel private(me)
    me = omp_get_thread_num() + 1
    !$omp do
    do i = 1, n
      call column(w(:, me), i)
    end do
    !$omp end parallel
  end subroutine
  subroutine apply
    integer :: i
    real(8) :: t(m)
    !$omp parallel do private(t)
    do i = 1, n
      t = x(:, i) * i
      y(i) = y(i) + sum(t)
    end do
  end subroutine
end module
program main
  use work
  allocate (w(m, omp_get_max_threads()))
  w = 0
  call build
  call apply
  print *, y(n)
end program
