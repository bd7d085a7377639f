! SPDX-License-Identifier: GPL-3.0-or-later
! What thread 0 does as a condition asks for its number.
! expect: any(.[]; .name == "else_part" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "calls_fill" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "says" and (.rewrite_why | length == 0))
! expect: any(.[]; .name == "hands_on" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "cycles" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "allocated" and (.rewrite_why | length == 0))
subroutine else_part(n, x, y)
  use omp_lib
  implicit none
  integer :: n, i, tid
  real(8) :: x(n), y(n)
  !$omp parallel private(i, tid) num_threads(2)
  tid = omp_get_thread_num()
  if (tid == 0) then
     x(1) = 1
  else
     x(n) = 2
  end if
  !$omp do schedule(static)
  do i = 1, n
     y(i) = x(i)
  end do
  !$omp end parallel
end subroutine
subroutine calls_fill(n, x, y)
  use omp_lib
  implicit none
  external :: fill
  integer :: n, i
  real(8) :: x(n), y(n)
  !$omp parallel private(i)
  if (omp_get_thread_num() == 0) call fill(x)
  !$omp do schedule(static)
  do i = 1, n
     y(i) = x(i)
  end do
  !$omp end parallel
end subroutine
subroutine says(n, x, y)
  use omp_lib
  implicit none
  integer :: n, i, tid
  real(8) :: x(n), y(n)
  !$omp parallel default(private) shared(x, y, n)
  tid = omp_get_thread_num()
  if (0 .eq. tid .and. n > 2) then
     write (*, *) 'size', n
  end if
  !$omp do schedule(static)
  do i = 1, n
     y(i) = x(i)
  end do
  !$omp end parallel
end subroutine
subroutine hands_on(n, x, y)
  use omp_lib
  implicit none
  integer :: n, i, tid, j, lo
  real(8) :: x(n), y(n)
  !$omp parallel default(private) shared(x, y, n) num_threads(2)
  tid = omp_get_thread_num()
  lo = n / 2
  if (tid == 0) lo = 0
  do j = lo + 1, lo + n / 2
     x(j) = j
  end do
  !$omp do schedule(static)
  do i = 1, n
     y(i) = x(i)
  end do
  !$omp end parallel
end subroutine
subroutine cycles(n, x, y)
  use omp_lib
  implicit none
  integer :: n, i, s
  real(8) :: x(n), y(n)
  !$omp parallel private(i, s) num_threads(2)
  do s = 1, 2
     if (omp_get_thread_num() == 0) cycle
     x(n) = s
  end do
  !$omp do schedule(static)
  do i = 1, n
     y(i) = x(i)
  end do
  !$omp end parallel
end subroutine
subroutine allocated(n)
  use omp_lib
  implicit none
  integer :: n, i
  real(8), allocatable :: x(:), y(:), z(:)
  allocate (x(n), y(n), z(n))
  x = 1
  !$omp parallel private(i)
  if (omp_get_thread_num() == 0) z(1) = 3
  !$omp do schedule(static)
  do i = 1, n
     y(i) = x(i)
  end do
  !$omp end parallel
  print *, y(n), z(1)
end subroutine
