! SPDX-License-Identifier: GPL-3.0-or-later
!
! Nests of Fortran whose loops may change places; prints a digest as nests.c
! does.
subroutine product(n, m, a, b, c)
   implicit none
   integer, intent(in) :: n, m
   integer :: i, j, k
   real(8) :: a(n, m), b(m, n), c(n, n)

   !$omp parallel do private(j, k)
   do i = 1, n          ! rows
      do j = 1, n
         do k = 1, m
            c(i, j) = c(i, j) + &
               a(i, k) * b(k, j)
         end do
      end do
   end do
   !$omp end parallel do
end subroutine

subroutine down(n, m, a)
   implicit none
   integer, intent(in) :: n, m
   integer :: i, j
   real(8) :: a(n, m)

   !$omp do collapse(2)
   DO i = n, 2, -1
      do j = 1, m
         a(i, j) = a(i, j) * 0.75d0 + i
      enddo
   ENDDO
end subroutine

subroutine region(n, m, a, b)
   implicit none
   integer, intent(in) :: n, m
   integer :: i, j
   real(8) :: a(n, m), b(m, n)

   !$omp parallel shared(i)
   !$omp do
   do i = 1, n
      do j = 1, m
         a(i, j) = a(i, j) + b(j, i) * 0.5d0
      end do
   end do
   !$omp do
   do i = 1, m
      do j = 1, n
         b(i, j) = b(i, j) - a(j, i) * 0.25d0
      end do
   end do
   !$omp end parallel
end subroutine

subroutine fields(m, f)
   implicit none
   integer, intent(in) :: m
   integer :: h, i, j
   real(8) :: f(m, 5, 3)

   !$omp parallel do
   do h = 1, 3
      do i = 1, 5
         do j = 2, m
            f(j, i, h) = f(j, i, h) + f(j - 1, i, h) * 0.5d0
         end do
      end do
   end do
end subroutine

program nests
   implicit none
   integer, parameter :: n = 37, m = 23
   real(8) :: a(n, m), b(m, n), c(n, n), f(m, 5, 3), total
   integer :: i, j

   do j = 1, m
      do i = 1, n
         a(i, j) = i * 0.375d0 + j
         b(j, i) = i - j * 1.25d0
      end do
   end do
   c = 0
   f = 1.25d0
   call fields(m, f)
   call region(n, m, a, b)
   call product(n, m, a, b, c)
   !$omp parallel
   call down(n, m, a)
   !$omp end parallel
   total = sum(f)
   do j = 1, n
      do i = 1, n
         total = total * 0.999d0 + c(i, j) + a(i, mod(j, m) + 1)
      end do
   end do
   print '(es25.17)', total
end program
