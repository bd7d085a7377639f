! SPDX-License-Identifier: GPL-3.0-or-later
! What thread 0 does alone beside a loop, with barriers and without.
! expect: any(.[]; .name == "first" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "waits" and (.rewrite_why | length == 0))
! expect: any(.[]; .name == "later" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "dummies" and (.rewrite_why | length == 0))
! expect: any(.[]; .name == "dummies_same" and (.rewrite_why | length > 0))
module fields
  implicit none
  real(8) :: x(400), y(400)
end module
subroutine first(n)
  use fields
  implicit none
  integer :: n, i
  !$omp parallel private(i)
  !$omp master
  x(1) = 5
  !$omp end master
  !$omp do schedule(static)
  do i = 1, n
     y(i) = x(i)
  end do
  !$omp end do
  !$omp end parallel
end subroutine

subroutine waits(n)
  use fields
  implicit none
  integer :: n, i
  !$omp parallel private(i)
  !$omp master
  x(1) = 5
  !$omp end master
  !$omp barrier
  !$omp do schedule(static)
  do i = 1, n
     y(i) = x(i)
  end do
  !$omp end do
  !$omp end parallel
end subroutine

subroutine later(n)
  use fields
  implicit none
  integer :: n, i
  !$omp parallel private(i)
  !$omp do schedule(static)
  do i = 1, n
     y(i) = x(i)
  end do
  !$omp end do nowait
  !$omp master
  print *, y(1)
  !$omp end master
  !$omp end parallel
end subroutine

subroutine dummies(n, a, b)
  implicit none
  integer :: n, i
  real(8) :: a(n), b(n)
  !$omp parallel private(i)
  !$omp master
  a(1) = 2
  !$omp end master
  !$omp do schedule(static)
  do i = 1, n
     b(i) = i
  end do
  !$omp end do
  !$omp end parallel
end subroutine

subroutine dummies_same(n, a, b)
  implicit none
  integer :: n, i
  real(8) :: a(n), b(n)
  !$omp parallel private(i)
  !$omp do schedule(static)
  do i = 1, n
     b(i) = a(i)
  end do
  !$omp end do nowait
  !$omp master
  a(1) = 2
  !$omp end master
  !$omp end parallel
end subroutine
