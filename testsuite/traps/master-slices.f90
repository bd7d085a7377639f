! SPDX-License-Identifier: GPL-3.0-or-later
! Contained procedures, the library, and slices that one thread alone writes.
! expect: any(.[]; .name == "outer" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "draws" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "slices" and (.rewrite_why | length > 0))
subroutine outer(n, y)
  use omp_lib
  implicit none
  integer :: n, i
  real(8) :: x(400), y(n)
  x = 0
  !$omp parallel private(i)
  if (omp_get_thread_num() == 0) call put()
  !$omp do schedule(static)
  do i = 1, n
     y(i) = x(i)
  end do
  !$omp end parallel
contains
  subroutine put()
    x(1) = 5
  end subroutine
end subroutine
subroutine draws(n, x, y)
  use omp_lib
  implicit none
  integer :: n, i
  real(8) :: x(n), y(n)
  !$omp parallel private(i)
  !$omp master
  call random_number(x(1))
  !$omp end master
  !$omp do schedule(static)
  do i = 1, n
     y(i) = x(i)
  end do
  !$omp end parallel
end subroutine
subroutine slices(n, x, y)
  use omp_lib
  implicit none
  integer :: n, i
  real(8), pointer :: x(:), y(:)
  !$omp parallel private(i)
  if (omp_get_thread_num() == 0) x(1:2) = 0
  !$omp do schedule(static)
  do i = 1, n
     y(i) = 2 * y(i)
  end do
  !$omp end parallel
end subroutine
