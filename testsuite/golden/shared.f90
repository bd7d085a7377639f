! SPDX-License-Identifier: GPL-3.0-or-later
!
! Fortran: reductions, private data, dependences, synchronisation.
!
subroutine shared_sum(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  integer :: i
  real(8) :: t
  t = 0d0
  !$omp parallel do reduction(+:t)
  do i = 1, n
    t = t + x(i)
  end do
  s = t
end subroutine

subroutine shared_sum_dummy(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: s
  integer :: i
  !$omp parallel do reduction(+:s)
  do i = 1, n
    s = s + x(i) * x(i)
  end do
end subroutine

function shared_max(n, x) result(m)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8) :: m
  integer :: i
  m = x(1)
  !$omp parallel do reduction(max:m)
  do i = 2, n
    m = max(m, x(i))
  end do
end function

subroutine shared_sum_array(n, key, h)
  integer, intent(in) :: n, key(n)
  real(8), intent(inout) :: h(10)
  integer :: i
  !$omp parallel do reduction(+:h)
  do i = 1, n
    h(key(i)) = h(key(i)) + 1.5d0
  end do
end subroutine

subroutine shared_private(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  real(8) :: t
  !$omp parallel do private(t)
  do i = 1, n
    t = x(i) * 2.5d0
    y(i) = t * t + 1.5d0
  end do
end subroutine

subroutine shared_lastprivate(n, x, y, last)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n), last
  integer :: i
  real(8) :: t
  t = 0d0
  !$omp parallel do lastprivate(t)
  do i = 1, n
    t = x(i) * 2.5d0
    y(i) = t
  end do
  last = t
end subroutine

subroutine shared_race(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  !$omp parallel do
  do i = 2, n
    x(i) = x(i - 1) * 0.75d0
  end do
end subroutine

subroutine shared_doacross(n, b, a)
  integer, intent(in) :: n
  real(8), intent(in) :: b(n)
  real(8), intent(inout) :: a(n)
  integer :: i
  !$omp parallel do ordered(1)
  do i = 2, n
    !$omp ordered depend(sink: i - 1)
    a(i) = a(i - 1) + b(i)
    !$omp ordered depend(source)
  end do
end subroutine

subroutine shared_ordered(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  !$omp parallel do ordered schedule(dynamic)
  do i = 2, n
    !$omp ordered
    y(i) = y(i - 1) + x(i)
    !$omp end ordered
  end do
end subroutine

subroutine shared_atomic(n, key, h)
  integer, intent(in) :: n, key(n)
  integer, intent(inout) :: h(10)
  integer :: i
  !$omp parallel do
  do i = 1, n
    !$omp atomic
    h(key(i)) = h(key(i)) + 1
  end do
end subroutine

subroutine shared_critical(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: s
  integer :: i
  !$omp parallel do
  do i = 1, n
    !$omp critical (adding)
    s = s + x(i)
    !$omp end critical (adding)
  end do
end subroutine

subroutine shared_call(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  !$omp parallel do
  do i = 1, n
    call elsewhere(x(i))
  end do
end subroutine

subroutine shared_thread_id(n, w)
  use omp_lib
  integer, intent(in) :: n
  integer, intent(out) :: w(n)
  integer :: i
  !$omp parallel do schedule(static)
  do i = 1, n
    w(i) = omp_get_thread_num()
  end do
end subroutine

subroutine shared_simd(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  !$omp parallel do simd
  do i = 1, n
    y(i) = x(i) * 2.5d0
  end do
end subroutine

subroutine shared_sections(x, y)
  real(8), intent(out) :: x, y
  !$omp parallel sections
  !$omp section
  x = 0.25d0
  !$omp section
  y = 0.75d0
  !$omp end parallel sections
end subroutine

subroutine shared_taskloop(n, x)
  integer, intent(in) :: n
  real(8), intent(out) :: x(n)
  integer :: i
  !$omp parallel
  !$omp single
  !$omp taskloop
  do i = 1, n
    x(i) = 0.25d0
  end do
  !$omp end taskloop
  !$omp end single
  !$omp end parallel
end subroutine

subroutine shared_linear(n, x, y, j)
  integer, intent(in) :: n
  real(8), intent(out) :: x(*)
  real(8), intent(in) :: y(n)
  integer, intent(inout) :: j
  integer :: i
  !$omp parallel
  !$omp do simd linear(j:3)
  do i = 1, n
    x(j) = y(i)
    j = j + 3
  end do
  !$omp end parallel
end subroutine

subroutine shared_linear_local(n, x, y)
  integer, intent(in) :: n
  real(8), intent(out) :: x(*)
  real(8), intent(in) :: y(n)
  integer :: i, j
  j = 0
  !$omp parallel do linear(j:2)
  do i = 1, n
    j = j + 2
    x(j) = y(i)
  end do
end subroutine

subroutine shared_sum_simd(n, x, s, last)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: s, last
  integer :: i
  !$omp parallel do simd reduction(+:s) lastprivate(last)
  do i = 1, n
    last = x(i) * 2.5d0
    s = s + last
  end do
end subroutine

subroutine shared_counter(n, x)
  integer, intent(in) :: n
  real(8), intent(out) :: x(n)
  integer :: i
  !$omp parallel do
  do i = 1, n
    call look(i)
    x(i) = 0.25d0
  end do
end subroutine
