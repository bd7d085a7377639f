! SPDX-License-Identifier: GPL-3.0-or-later
!
! Nests of Fortran whose subscripts stay in the rows that were declared, or do
! not. What may be made of each is known by reading: rows.sh says it.

! The bounds of the loops and those of the array are made of the same.
subroutine inside(x_min, x_max, y_min, y_max, a)
   implicit none
   integer :: x_min, x_max, y_min, y_max, i, j
   real(8), dimension(x_min-2:x_max+2, y_min-2:y_max+2) :: a
   !$omp parallel do private(i)
   do j = y_min, y_max
      do i = x_min, x_max + 1
         a(i, j) = a(i - 1, j) + a(i + 1, j)
      end do
   end do
end subroutine

! Behind the first region GCC reads anew where the inner loop begins and ends.
subroutine again(x_min, x_max, y_min, y_max, a, b)
   implicit none
   integer :: x_min, x_max, y_min, y_max, i, j
   real(8), dimension(x_min-2:x_max+2, y_min-2:y_max+2) :: a, b
   !$omp parallel do private(i)
   do j = y_min, y_max
      do i = x_min, x_max
         a(i, j) = b(i, j)
      end do
   end do
   !$omp parallel do private(i)
   do j = y_min, y_max
      do i = x_min, x_max
         b(i, j) = a(i, j - 1) + a(i, j + 1)
      end do
   end do
end subroutine

! Three dimensions, a constant one among them; only the last is not.
subroutine deep(n, m, a)
   implicit none
   integer :: n, m, c, i, j
   real(8), dimension(5, 0:n, *) :: a
   !$omp parallel do private(i, c)
   do j = 1, m
      do i = 0, n
         do c = 1, 5
            a(c, i, j) = a(c, i, j) * 0.5d0 + a(6 - c, i, j)
         end do
      end do
   end do
end subroutine

! The language says that "depth" is no more than 2.
subroutine halo(x_min, x_max, y_min, y_max, depth, a)
   implicit none
   integer :: x_min, x_max, y_min, y_max, depth, i, j
   real(8), dimension(x_min-2:x_max+2, y_min-2:y_max+2) :: a
   !$omp parallel do private(i)
   do j = 1, depth
      do i = x_min - depth, x_max + depth
         a(i, y_min - j) = a(i, y_min + j - 1)
      end do
   end do
end subroutine

! The language says that n is no more than 100.
subroutine fixed(n, m)
   implicit none
   integer :: n, m, i, j
   real(8) :: f(100, 50)
   common /fields/ f
   !$omp parallel do private(i)
   do j = 2, m - 1
      do i = 2, n - 1
         f(i, j) = f(i, j) + 0.25d0 * f(i - 1, j)
      end do
   end do
end subroutine

! The first element of a row is made of the last one of the row before.
subroutine before(n, m, b)
   implicit none
   integer :: n, m, i, j
   real(8) :: b(n, m)
   !$omp parallel do private(i)
   do j = 2, m
      do i = 1, n
         b(i, j) = b(i - 1, j) + 1
      end do
   end do
end subroutine

subroutine behind(n, m, b)
   implicit none
   integer :: n, m, i, j
   real(8) :: b(n, m)
   !$omp parallel do private(i)
   do j = 1, m - 1
      do i = 1, n
         b(i, j) = b(i + 1, j) + 1
      end do
   end do
end subroutine

subroutine fixed_before(m)
   implicit none
   integer :: m, i, j
   real(8) :: f(100, 50)
   common /fields/ f
   !$omp parallel do private(i)
   do j = 2, m
      do i = 1, 100
         f(i, j) = f(i - 1, j) + 1
      end do
   end do
end subroutine

! All elements by the first subscript, as old programs do.
subroutine swept(n, m, a)
   implicit none
   integer :: n, m, i, j
   real(8) :: a(n, m)
   !$omp parallel do private(i)
   do j = 1, m
      do i = 2, n * m
         a(1, j) = a(1, j) + a(i, 1)
      end do
   end do
end subroutine

! Rows that the program counts itself: in the first nest they are as long as
! its loop says.
subroutine own_rows(n, m, a)
   implicit none
   integer :: n, m, i, j
   real(8) :: a(1)
   !$omp parallel do private(i)
   do j = 1, m
      do i = 1, n
         a(i + (j - 1) * n) = a(i + (j - 1) * n) * 0.5d0
      end do
   end do
end subroutine

subroutine unknown_rows(n, m, l, a)
   implicit none
   integer :: n, m, l, i, j
   real(8) :: a(*)
   !$omp parallel do private(i)
   do j = 1, m
      do i = 1, n
         a(i + (j - 1) * l) = a(i + (j - 1) * l) * 0.5d0
      end do
   end do
end subroutine

! The same memory by two names, one of them with other rows.
subroutine equivalent(n, m)
   implicit none
   integer :: n, m, i, j
   real(8) :: x(1000), y(10, 100)
   equivalence (x, y)
   common /both/ x
   !$omp parallel do private(i)
   do j = 1, m
      do i = 1, n
         y(i, j) = x((i - 1) * 10 + j) + 1
      end do
   end do
end subroutine

! The far end of a row of 100 is no place before the next one.
subroutine far(low, high, m)
   implicit none
   integer :: low, high, m, i, j
   real(8) :: f(100, 50)
   common /fields/ f
   !$omp parallel do private(i)
   do j = 2, m
      do i = low, high
         f(i + 60, j) = f(i + 60, j - 1) + f(i, j)
      end do
   end do
end subroutine

! The array was as large as n was when it was called.
subroutine changed(n, m, b)
   implicit none
   integer :: n, m, i, j
   real(8) :: b(n, m)
   n = n + 3
   !$omp parallel do private(i)
   do j = 1, m - 1
      do i = 1, n
         b(i, j) = b(i, j) + b(1, j + 1)
      end do
   end do
end subroutine

! Arrays with descriptors: other subscripts are another element, however far
! apart in memory, forwards or backwards.
module described
   implicit none
   type pair
      real(8) :: x, y
   end type
   type holder
      real(8), allocatable :: a(:, :)
      real(8), pointer :: p(:, :)
   end type
   real(8), allocatable :: kept(:, :)
contains
   subroutine assumed(n, m, a, b)
      integer :: n, m, i, j
      real(8) :: a(0:, 0:), b(:, :)
      !$omp parallel do private(i)
      do j = 1, m
         do i = 1, n
            a(i, j) = a(i, j) * b(i, j)
         end do
      end do
   end subroutine
   ! One row after the other within a column: columns stay shared out.
   subroutine column(n, m, a)
      integer :: n, m, i, j
      real(8) :: a(:, :)
      !$omp parallel do private(i)
      do j = 1, m
         do i = 2, n
            a(i, j) = a(i - 1, j) * 0.5d0
         end do
      end do
   end subroutine
   ! The element is read after the one beside it was written: no other order.
   subroutine wave(n, m, a)
      integer :: n, m, i, j
      real(8) :: a(:, :)
      !$omp parallel private(j)
      do j = 2, m
         !$omp do
         do i = 1, n
            a(i, j) = a(i, j - 1)
         end do
      end do
      !$omp end parallel
   end subroutine
   subroutine pointed(n, m, p)
      integer :: n, m, i, j
      real(8), pointer :: p(:, :)
      !$omp parallel do private(i)
      do j = 1, m
         do i = 1, n
            p(i, j) = p(i, j) * 0.5d0
         end do
      end do
   end subroutine
   subroutine members(n, m, e)
      integer :: n, m, i, j
      type(pair) :: e(:, :)
      !$omp parallel do private(i)
      do j = 1, m
         do i = 1, n
            e(i, j)%x = e(i, j)%y
         end do
      end do
   end subroutine
   subroutine held(n, m, x)
      integer :: n, m, i, j
      type(holder) :: x
      !$omp parallel do private(i)
      do j = 1, m
         do i = 1, n
            x%a(i, j) = x%a(i, j) + 1
         end do
      end do
   end subroutine
   subroutine held_pointer(n, m, x)
      integer :: n, m, i, j
      type(holder) :: x
      !$omp parallel do private(i)
      do j = 1, m
         do i = 1, n
            x%p(i, j) = x%p(i, j) + 1
         end do
      end do
   end subroutine
   subroutine of_module(n, m)
      integer :: n, m, i, j
      !$omp parallel do private(i)
      do j = 1, m
         do i = 1, n
            kept(i, j) = kept(i, j) + 1
         end do
      end do
   end subroutine
   ! The first column has no column before it.
   subroutine outside(n, m, a)
      integer :: n, m, i, j
      real(8) :: a(:, :)
      !$omp parallel do private(i)
      do j = 1, m
         do i = 1, n
            a(i - 1, j) = a(i - 1, j) + 1
         end do
      end do
   end subroutine
   ! Where the pointer leads is another place each time.
   subroutine moving(n, m, p, q)
      integer :: n, m, i, j
      real(8), pointer :: p(:, :), q(:, :)
      !$omp parallel do private(i)
      do j = 1, m
         do i = 1, n
            p(i, j) = p(i, j) * 0.5d0
            if (i == 3) p => q
         end do
      end do
   end subroutine
   ! All bounds are members of dummy arguments, which are there in any case.
   subroutine bounds(n, a)
      integer :: n(2), i, j
      real(8) :: a(:, :)
      !$omp parallel do private(i)
      do j = 1, n(2)
         do i = 1, n(1)
            a(i, j) = a(i, j) + 1
         end do
      end do
   end subroutine
   ! What may be left out need not be there.
   subroutine left_out(m, n, a)
      integer :: m, i, j
      integer, optional :: n(2)
      real(8) :: a(:, :)
      !$omp parallel do private(i)
      do j = 1, m
         do i = 1, n(1)
            a(i, j) = a(i, j) + 1
         end do
      end do
   end subroutine
end module

! The ends are variables of the subroutine around.
subroutine around(n, m, a)
   implicit none
   integer :: n, m, rows, columns
   real(8) :: a(50, 50)
   rows = n
   columns = m
   call contained(a)
contains
   subroutine contained(b)
      integer :: i, j
      real(8) :: b(50, 50)
      !$omp parallel do private(i)
      do j = 1, columns
         do i = 1, rows
            b(i, j) = b(i, j) + 1
         end do
      end do
   end subroutine
end subroutine
