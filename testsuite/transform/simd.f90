! SPDX-License-Identifier: GPL-3.0-or-later
!
! Sums of whole numbers in Fortran, and what looks like them: in vectors they
! are the same to the bit.
module sums
   implicit none
   integer, parameter :: n = 40, m = 203
   real(8) :: a(m, n), b(m, n), x(m), y(n)
   integer :: g(m, n)
contains
   subroutine dot(s)
      real(8), intent(out) :: s
      real(8) :: t
      integer :: j
      t = 0
      !$omp parallel do reduction(+:t) schedule(dynamic, 7)
      do j = 1, m
         t = t + x(j) * b(j, 3)
      end do
      !$omp end parallel do
      s = t
   end subroutine
   subroutine in_region(s)
      real(8), intent(out) :: s
      real(8) :: t
      integer :: j
      t = 0
      !$omp parallel
      !$omp do reduction(+:t)
      do j = 1, m
         t = t - x(j)
      end do
      !$omp end do nowait
      !$omp end parallel
      s = t
   end subroutine
   subroutine rows()
      integer :: i, j
      real(8) :: s
      !$omp parallel do private(s, j)
      do i = 1, n
         s = 0
         do j = 1, m
            s = s + a(j, i) * x(j)
         end do
         y(i) = s
      end do
      !$omp end parallel do
   end subroutine
   subroutine own()
      integer :: i, j
      real(8) :: s, d
      !$omp parallel do private(s, d, j)
      do i = 1, n
         s = 0
         do j = 1, m
            d = a(j, i) - b(j, i)
            s = s + d * d
         end do
         y(i) = s
      end do
   end subroutine
   subroutine counted()
      integer :: i, j, k
      real(8) :: s
      !$omp parallel do private(s, k, j)
      DO i = 1, n
         s = 0
         k = 3
         DO j = 1, m
            s = s + a(j, i)
            k = k + g(j, i)
         END DO
         y(i) = s * k
      END DO
   end subroutine
   subroutine written(p, q)
      real(8) :: p(m), q(m)
      integer :: i, j
      real(8) :: s
      !$omp parallel do private(s, j)
      do i = 1, 1
         s = 0
         do j = 1, m
            p(j) = q(j) + 1
            s = s + q(j)
         end do
         y(i) = s
      end do
   end subroutine
   subroutine wave()
      integer :: i, j
      real(8) :: s
      !$omp parallel do private(s, j)
      do i = 1, n
         s = 0
         do j = 2, m
            a(j, i) = 1 - a(j - 1, i)
            s = s + a(j, i)
         end do
         y(i) = s
      end do
   end subroutine
   subroutine kept()
      integer :: i, j
      real(8) :: s, e
      !$omp parallel do private(s, e, j)
      do i = 1, n
         s = 0
         do j = 1, m
            e = 3
            s = s + a(j, i) * e
         end do
         y(i) = s + e
      end do
   end subroutine
   subroutine most()
      integer :: i, j, k
      real(8) :: s
      !$omp parallel do private(s, k, j)
      do i = 1, n
         s = 0
         k = 3
         do j = 1, m
            s = s + a(j, i)
            k = max(k, g(j, i))
         end do
         y(i) = s * k
      end do
   end subroutine
   subroutine greatest()
      integer :: i, j
      real(8) :: s
      !$omp parallel do private(s, j)
      do i = 1, n
         s = 0
         do j = 1, m
            s = max(s, abs(a(j, i)))
         end do
         y(i) = s
      end do
   end subroutine
   subroutine labels()
      integer :: i, j
      real(8) :: s
      !$omp parallel do private(s, j)
      do 20 i = 1, n
         s = 0
         do 10 j = 1, m
            s = s + a(j, i)
10       continue
         y(i) = s
20    continue
   end subroutine
   subroutine fill()
      integer :: i, j, seed
      seed = 1
      do i = 1, n
         do j = 1, m
            seed = modulo(seed * 75 + 74, 65537)
            a(j, i) = modulo(seed, 9) - 4
            b(j, i) = modulo(seed / 9, 7)
            g(j, i) = modulo(seed, 16)
            x(j) = modulo(seed / 5, 5)
         end do
      end do
      y = 0
   end subroutine
   subroutine show(name, s)
      character(*), intent(in) :: name
      real(8), intent(in) :: s
      integer :: i, j
      real(8) :: t
      t = s
      do i = 1, n
         t = modulo(3 * t + y(i), 1d9)
         do j = 1, m
            t = t + (i + modulo(j, 7)) * (a(j, i) + b(j, i))
         end do
      end do
      print '(a, f30.6)', name, t
   end subroutine
end module
program all
   use sums
   real(8) :: s
   s = 0
   call fill(); call dot(s); call show('dot', s)
   call fill(); call in_region(s); call show('in_region', s)
   call fill(); call rows(); call show('rows', s)
   call fill(); call own(); call show('own', s)
   call fill(); call counted(); call show('counted', s)
   call fill(); call written(b(:, 1), a(:, 1)); call show('written', s)
   call fill(); call wave(); call show('wave', s)
   call fill(); call kept(); call show('kept', s)
   call fill(); call most(); call show('most', s)
   call fill(); call greatest(); call show('greatest', s)
   call fill(); call labels(); call show('labels', s)
end program
