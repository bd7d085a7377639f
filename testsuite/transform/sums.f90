! SPDX-License-Identifier: GPL-3.0-or-later
!
! Sums of whole numbers in Fortran, of which any order gives the same.
program sums
   implicit none
   integer, parameter :: n = 19, m = 23, l = 7
   real(8) :: a(n, m), column(m), y(l), z(l), kept(n, m, l), s, t
   integer :: i, j, k

   do j = 1, m
      do i = 1, n
         a(i, j) = mod(i * 7 + j * 3, 11) - 5
      end do
   end do
   s = 2
   !$omp parallel do reduction(+:s) private(j)
   do i = 1, n
      do j = 1, m
         s = s + a(i, j)
      end do
   end do
   print *, s

   column = 2
   !$omp parallel do reduction(+:column) private(j)
   do i = 1, n
      do j = 1, m
         column(j) = column(j) + a(i, j)
      end do
   end do
   print *, column

   !$omp parallel do private(j, i, t)
   do k = 1, l
      t = k
      do i = 1, n
         do j = 1, m
            t = t - a(i, j) * k
         end do
      end do
      y(k) = t
   end do
   print *, y

   z = 1
   !$omp parallel do private(j, i)
   do k = 1, l
      do i = 1, n
         do j = 1, m
            z(k) = z(k) + a(i, j) * k
         end do
      end do
   end do
   print *, z

   ! what is read on its way
   !$omp parallel do private(j, i, t)
   do k = 1, l
      t = k
      do i = 1, n
         do j = 1, m
            t = t + a(i, j) * k
            kept(i, j, k) = t
         end do
      end do
      y(k) = t
   end do
   print *, y, sum(kept * kept)

   ! parentheses must stay
   s = 2
   !$omp parallel do reduction(+:s) private(j)
   do i = 1, n
      do j = 1, m
         s = (s + a(i, j)) + a(i, j) * 2
      end do
   end do
   print *, s
end program
