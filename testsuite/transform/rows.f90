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
