! SPDX-License-Identifier: GPL-3.0-or-later
!
! Bounds and steps of Fortran's do.
!
subroutine basic_vector(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  !$omp parallel do
  do i = 1, n
    y(i) = 2.385d0 * x(i)
  end do
  !$omp end parallel do
end subroutine

subroutine basic_step(n, y)
  integer, intent(in) :: n
  real(8), intent(out) :: y(n)
  integer :: i
  !$omp parallel do
  do i = 2, n, 3
    y(i) = 0.25d0
  end do
end subroutine

subroutine basic_down(n, y)
  integer, intent(in) :: n
  real(8), intent(out) :: y(n)
  integer :: i
  !$omp parallel do schedule(dynamic, 4)
  do i = n, 1, -1
    y(i) = 0.25d0
  end do
end subroutine

subroutine basic_variable_step(n, s, y)
  integer, intent(in) :: n, s
  real(8), intent(out) :: y(n)
  integer :: i
  !$omp parallel do
  do i = 1, n, s
    y(i) = 0.25d0
  end do
end subroutine

subroutine basic_integer8(lo, hi, y)
  integer(8), intent(in) :: lo, hi
  real(4), intent(out) :: y(*)
  integer(8) :: i
  !$omp parallel do
  do i = lo, hi
    y(i) = 0.25
  end do
end subroutine

subroutine basic_constant(y)
  real(8), intent(out) :: y(100)
  integer :: i
  !$omp parallel do
  do i = 1, 100
    y(i) = 0.25d0
  end do
end subroutine

subroutine basic_inner(n, m, a)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(m, n)
  integer :: i, j
  !$omp parallel do private(i)
  do j = 1, n
    do i = m, 2, -2
      a(i, j) = a(i, j) + 1.5d0
    end do
  end do
end subroutine

subroutine basic_collapse(n, m, a)
  integer, intent(in) :: n, m
  real(8), intent(out) :: a(m, n)
  integer :: i, j
  !$omp parallel do collapse(2) schedule(static)
  do j = 1, n
    do i = 2, m
      a(i, j) = 0.25d0
    end do
  end do
end subroutine

subroutine basic_collapse3(n, m, l, a)
  integer, intent(in) :: n, m, l
  real(8), intent(out) :: a(l, m, n)
  integer :: i, j, k
  !$omp parallel do collapse(3)
  do k = 1, n
    do j = 1, m
      do i = 1, l
        a(i, j, k) = 0.25d0
      end do
    end do
  end do
end subroutine

subroutine basic_lower(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  integer :: i, j
  !$omp parallel do
  do j = 1, n
    do i = j, n
      a(i, j) = a(i, j) / 3.7d0
    end do
  end do
end subroutine

subroutine basic_upper(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  integer :: i, j
  !$omp parallel do schedule(guided)
  do j = 1, n
    do i = 1, j - 1
      a(i, j) = 0.25d0
    end do
  end do
end subroutine

subroutine basic_tile(n, a)
  integer, intent(in) :: n
  real(8), intent(out) :: a(n)
  integer :: i, t
  !$omp parallel do
  do t = 1, n, 32
    do i = t, min(n, t + 31)
      a(i) = 0.25d0
    end do
  end do
end subroutine

subroutine basic_multiply(n, a, b, c)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n), b(n, n)
  real(8), intent(inout) :: c(n, n)
  integer :: i, j, k
  !$omp parallel do private(i, k)
  do j = 1, n
    do k = 1, n
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k) * b(k, j)
      end do
    end do
  end do
end subroutine

subroutine basic_exit(n, m, a, first)
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(m, n)
  integer, intent(out) :: first(n)
  integer :: i, j
  !$omp parallel do private(i)
  do j = 1, n
    first(j) = 0
    do i = 1, m
      if (a(i, j) < 0d0) exit
      first(j) = i
    end do
  end do
end subroutine

subroutine basic_while(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  !$omp parallel do
  do i = 1, n
    do while (x(i) > 1d0)
      x(i) = x(i) * 0.5d0
    end do
  end do
end subroutine

subroutine basic_if(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  !$omp parallel do
  do i = 1, n
    if (x(i) > 0.5d0) y(i) = sin(x(i))
  end do
end subroutine

subroutine basic_time(n, steps, x, y)
  integer, intent(in) :: n, steps
  real(8), intent(inout) :: x(n), y(n)
  integer :: i, t
  !$omp parallel private(t)
  do t = 1, steps
    !$omp do
    do i = 2, n - 1
      y(i) = x(i - 1) + x(i + 1)
    end do
    !$omp end do
    !$omp do schedule(static, 8)
    do i = 2, n - 1
      x(i) = y(i)
    end do
    !$omp end do nowait
  end do
  !$omp end parallel
end subroutine

subroutine basic_orphaned(n, y)
  integer, intent(in) :: n
  real(8), intent(out) :: y(n)
  integer :: i
  !$omp do
  do i = 1, n
    y(i) = 0.25d0
  end do
  !$omp end do
end subroutine

subroutine basic_if_loop(n, m, flag, a)
  integer, intent(in) :: n, m, flag(n)
  real(8), intent(inout) :: a(m, n)
  integer :: i, j, k
  !$omp parallel do private(j, k)
  do i = 1, n
    do j = 1, m
      a(j, i) = a(j, i) * 0.75d0
    end do
    if (flag(i) > 3) then
      do k = m, 2, -2
        a(k, i) = 0.25d0
      end do
    end if
  end do
end subroutine

subroutine basic_step_given(n, m, s, a)
  integer, intent(in) :: n, m, s
  real(8), intent(inout) :: a(m, n)
  integer :: i, j
  !$omp parallel do private(j)
  do i = 1, n
    do j = 3, m, s
      a(j, i) = 0.25d0
    end do
  end do
end subroutine
