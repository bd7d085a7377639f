C     SPDX-License-Identifier: GPL-3.0-or-later
C
C     As full.f90, in fixed form.
      subroutine step(n, m, a, b, c)
      implicit none
      integer n, m, i, j, k
      real*8 a(n, m), b(m, n), c(n, n)
c$omp parallel do private(i, k)
      do j = 1, n
         do k = 1, m
c           what is added
            do i = 1, n                                                 ! rows
               c(i, j) = c(i, j) + a(i, k) *
     &              b(k, j)
            end do
         end do
      end do
      end

      SUBROUTINE DOWN(N, M, A, B)
      IMPLICIT NONE
      INTEGER*8 N, M, I, J
      REAL*8 A(N, M), B(M, N)
!$OMP PARALLEL DO
      DO J = M, 1, -1
        DO I = N, 1, -1
          A(I, J) = A(I, J) * B(J, I) +
     1      A(I, J)
        ENDDO
      ENDDO
      END

      subroutine digest(x, length)
      implicit none
      integer length, i
      real*8 x(length)
      integer*8 bits
      bits = length
      do i = 1, length
         bits = ieor(ishftc(bits, 7), transfer(x(i), bits))
      end do
      print '(z16.16)', bits
      end

      subroutine fill(x, length, seed)
      implicit none
      integer length, seed, i
      real*8 x(length)
      do i = 1, length
         x(i) = mod(i * 37 + seed * 11, 101) * 0.03125d0 - 1.5d0
      end do
      end

      subroutine once(n, m)
      implicit none
      integer n, m
      integer*8 rows, columns
      real*8 a(n, m), b(m, n), c(n, n)
      rows = n
      columns = m
      call fill(a, n * m, 1)
      call fill(b, n * m, 2)
      call fill(c, n * n, 3)
      call step(n, m, a, b, c)
      call down(rows, columns, a, b)
      call digest(a, n * m)
      call digest(c, n * n)
      end

      program nests
      implicit none
      integer n, m
      do n = 1, 18
         do m = 1, 18
            call once(n, m)
         end do
      end do
      end
