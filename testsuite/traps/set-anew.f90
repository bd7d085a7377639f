! SPDX-License-Identifier: GPL-3.0-or-later
! Counters of loops inside are private to the region, and hold what they were
! left with: loops that take another value of them do not rely on that.
! expect: [.[] | select(.name | test("^anew")) | .rewrite_why | any(test("another loop"))] | length == 4 and (any | not)
! expect: [.[] | select(.name | test("^old")) | .rewrite_why | any(test("another loop"))] | length == 8 and all
subroutine anew_between(n, m, a)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(m, n)
  integer :: i, j
  !$omp parallel private(i, j)
  !$omp do
  do i = 1, n
    do j = 1, m
      a(j, i) = a(j, i) + 1
    end do
  end do
  !$omp end do
  j = m - 1
  !$omp do
  do i = 1, n
    a(j, i) = a(1, i)
  end do
  !$omp end do
  !$omp end parallel
end subroutine
subroutine anew_outside(n, m, a)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(m, n)
  integer :: i, j
  !$omp parallel private(i, j)
  !$omp do
  do i = 1, n
    do j = 1, m
      a(j, i) = a(j, i) + 1
    end do
  end do
  !$omp end do
  do j = 2, m
    !$omp do
    do i = 1, n
      a(j, i) = a(j, i) + a(j - 1, i)
    end do
    !$omp end do
  end do
  !$omp end parallel
end subroutine
subroutine old_where_left(n, m, a)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(m, n)
  integer :: i, j
  !$omp parallel private(i, j)
  !$omp do
  do i = 1, n
    do j = 1, m - 1
      if (a(j, i) > 1) exit
    end do
  end do
  !$omp end do
  !$omp do
  do i = 1, n
    a(j, i) = 2
  end do
  !$omp end do
  !$omp end parallel
end subroutine
subroutine old_without_step(n, m, a)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(m, n)
  integer :: i, j, k
  !$omp parallel private(i, j, k)
  !$omp do
  do i = 1, n
    do j = 1, m - 1
      if (a(j, i) > 1) exit
    end do
  end do
  !$omp end do
  do k = 1, m - 10
    j = 1
  end do
  !$omp do
  do i = 1, n
    a(j, i) = 2
  end do
  !$omp end do
  !$omp end parallel
end subroutine
subroutine old_by_reference(n, m, a)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(m, n)
  integer :: i, j
  !$omp parallel private(i, j)
  !$omp do
  do i = 1, n
    do j = 1, m - 1
      if (a(j, i) > 1) exit
    end do
  end do
  !$omp end do
  call set_perhaps(j)
  !$omp do
  do i = 1, n
    a(j, i) = 2
  end do
  !$omp end do
  !$omp end parallel
end subroutine
subroutine old_for_all(n, m, a)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(m, n)
  integer :: i, j
  !$omp parallel private(i, j)
  !$omp do
  do i = 1, n
    do j = 1, m - 1
      if (a(j, i) > 1) exit
    end do
  end do
  !$omp end do
  !$omp single
  j = max(j, 1)
  !$omp end single copyprivate(j)
  !$omp do
  do i = 1, n
    a(j, i) = 2
  end do
  !$omp end do
  !$omp end parallel
end subroutine
