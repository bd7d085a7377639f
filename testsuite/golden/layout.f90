! SPDX-License-Identifier: GPL-3.0-or-later
!
! Fortran's arrays, modules and procedures.
!
module layout
  implicit none
  integer :: extent
  real(8), allocatable :: x(:), y(:)
  real(8), pointer :: p(:)
  real(8) :: table(100, 50)
  type point
    real(8) :: x, y, z
  end type
contains
  subroutine layout_assumed(a, b)
    real(8), intent(inout) :: a(:, :)
    real(8), intent(in) :: b(:, :)
    integer :: i, j
    !$omp parallel do collapse(2)
    do j = 1, size(a, 2)
      do i = 1, size(a, 1)
        a(i, j) = a(i, j) + sqrt(b(i, j))
      end do
    end do
  end subroutine

  subroutine layout_assumed_bound(n, a)
    integer, intent(in) :: n
    real(4), intent(inout) :: a(:)
    integer :: i
    !$omp parallel do
    do i = 1, n
      a(i) = a(i) * 2.5
    end do
  end subroutine

  subroutine layout_allocatable(n)
    integer, intent(in) :: n
    integer :: i
    !$omp parallel do
    do i = 1, n
      y(i) = x(i) * 2.5d0
    end do
  end subroutine

  subroutine layout_pointer(n)
    integer, intent(in) :: n
    integer :: i
    !$omp parallel do
    do i = 1, n
      p(i) = 0.25d0
    end do
  end subroutine

  subroutine layout_module_bound()
    integer :: i
    !$omp parallel do
    do i = 1, extent, 3
      table(i, 1) = 0.25d0
    end do
  end subroutine

  subroutine layout_table(n)
    integer, intent(in) :: n
    integer :: i, j
    !$omp parallel do
    do j = 2, n
      do i = 1, 100
        table(i, j) = table(i, j - 1) * 0.75d0
      end do
    end do
  end subroutine

  subroutine layout_lower_bound(n, a)
    integer, intent(in) :: n
    real(8), intent(out) :: a(0:n)
    integer :: i
    !$omp parallel do
    do i = 0, n
      a(i) = 0.25d0
    end do
  end subroutine

  subroutine layout_derived(n, q)
    integer, intent(in) :: n
    type(point), intent(inout) :: q(n)
    integer :: i
    !$omp parallel do
    do i = 1, n
      q(i)%x = q(i)%y * q(i)%z
    end do
  end subroutine

  subroutine layout_column(n, m, a)
    integer, intent(in) :: n, m
    real(8), intent(out) :: a(m, n)
    integer :: j
    !$omp parallel do
    do j = 1, n
      a(:, j) = 0.25d0
    end do
  end subroutine

  subroutine layout_automatic(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8) :: w(n)
    integer :: i
    !$omp parallel do
    do i = 1, n
      w(i) = a(i) * 2.5d0
    end do
    a(:) = w(:)
  end subroutine

  subroutine layout_host(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    call layout_contained()
  contains
    subroutine layout_contained()
      integer :: i
      !$omp parallel do
      do i = 1, n
        a(i) = a(i) + 1.5d0
      end do
    end subroutine
  end subroutine

  subroutine layout_stencil(n, u, v)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n, n, n)
    real(8), intent(out) :: v(n, n, n)
    integer :: i, j, k
    !$omp parallel do private(i, j)
    do k = 2, n - 1
      do j = 2, n - 1
        do i = 2, n - 1
          v(i, j, k) = (u(i - 1, j, k) + u(i + 1, j, k) + u(i, j - 1, k) &
            + u(i, j + 1, k) + u(i, j, k - 1) + u(i, j, k + 1)) / 6.1d0
        end do
      end do
    end do
  end subroutine

  subroutine layout_csr(n, row, column, a, b, c)
    integer, intent(in) :: n, row(*), column(*)
    real(8), intent(in) :: a(*), b(*)
    real(8), intent(out) :: c(*)
    integer :: i, k
    real(8) :: s
    !$omp parallel do private(k, s)
    do i = 1, n
      s = 0d0
      do k = row(i), row(i + 1) - 1
        s = s + a(k) * b(column(k))
      end do
      c(i) = s
    end do
  end subroutine

  subroutine layout_gather(n, idx, a, b)
    integer, intent(in) :: n, idx(n)
    real(8), intent(in) :: a(n)
    real(8), intent(out) :: b(n)
    integer :: i
    !$omp parallel do
    do i = 1, n
      b(i) = a(idx(i))
    end do
  end subroutine

  subroutine layout_workshare(n, a, b)
    integer, intent(in) :: n
    real(8), intent(out) :: a(n)
    real(8), intent(in) :: b(n)
    !$omp parallel workshare
    a(:) = b(:) + 1.5d0
    !$omp end parallel workshare
  end subroutine
end module
