! SPDX-License-Identifier: GPL-3.0-or-later
!
! Nests of Fortran whose tiles are full or not: prints a digest for each size,
! with less than a tile, with several, and with tiles of which some are full.
subroutine product(n, m, a, b, c)
   implicit none
   integer, intent(in) :: n, m
   integer :: i, j, k
   real(8) :: a(n, m), b(m, n), c(n, n)

   !$omp parallel do private(i, k)
   do j = 1, n          ! columns
      do k = 1, m
         ! what is added
         do i = 1, n
            c(i, j) = c(i, j) + &
               a(i, k) * b(k, j)
         end do
      end do
   end do
end subroutine

SUBROUTINE DOWN(N, M, A, B)
   IMPLICIT NONE
   INTEGER(KIND=8), INTENT(IN) :: N, M
   INTEGER(KIND=8) :: I, J
   REAL(8) :: A(-N:N, -M:M), B(-M:M, -N:N)

   !$OMP PARALLEL DO
   DO J = M - 1, -M, -1
      DO I = N, -N + 1, -1
         IF (B(J, I) > 0) A(I, J) = A(I, J) * B(J, I)
         IF (B(J + 1, I) < 0) THEN
            A(I, J) = A(I, J) + 1
         ELSE IF (MOD(I, 3_8) == 0) THEN
            A(I, J) = A(I, J) + B(J, I - 1)
         ENDIF
      ENDDO
   ENDDO
END SUBROUTINE

module shapes
   implicit none
   type field
      integer :: rows, columns
      real(8), allocatable :: values(:, :)
   end type
contains
   subroutine assumed(a, b)
      implicit none
      real(8), intent(inout) :: a(:, 0:)
      real(8), intent(in) :: b(:, :)
      integer :: i, j
      !$omp parallel
      !$omp do private(i)
      do j = 0, size(a, 2) - 1
         do i = 1, size(a, 1)
            a(i, j) = a(i, j) + b(j + 1, i)
         end do
      end do
      !$omp end do
      !$omp end parallel
   end subroutine

   ! Each version reads the descriptors anew.
   subroutine members(now, before)
      implicit none
      type(field), intent(inout) :: now, before
      integer :: i, j
      !$omp parallel do private(i)
      do j = 1, now%columns
         do i = 1, now%rows
            now%values(i, j) = before%values(i - 1, j) - before%values(i, j)
         end do
      end do
   end subroutine
end module

! Ends of which no tile's end is a number of their type.
subroutine last(n, m, low, high, a)
   implicit none
   integer, intent(in) :: n, m, low, high
   integer :: i, j
   real(8) :: a(n, m)

   !$omp parallel do private(i)
   do j = 1, m
      do i = low, high
         a(i - low + 1, j) = a(i - low + 1, j) * 0.5d0 + mod(i, 10)
      end do
   end do
end subroutine

subroutine digest(x, length)
   implicit none
   integer, intent(in) :: length
   real(8), intent(in) :: x(length)
   integer(8) :: bits
   integer :: i

   bits = length
   do i = 1, length
      bits = ieor(ishftc(bits, 7), transfer(x(i), bits))
   end do
   print '(z16.16)', bits
end subroutine

subroutine fill(x, length, seed)
   implicit none
   integer, intent(in) :: length, seed
   real(8), intent(out) :: x(length)
   integer :: i

   do i = 1, length
      x(i) = mod(i * 37 + seed * 11, 101) * 0.03125d0 - 1.5d0
   end do
end subroutine

subroutine once(n, m)
   use shapes
   implicit none
   integer, intent(in) :: n, m
   real(8) :: a(n, m), b(m, n), c(n, n), d(-n:n, -m:m), e(-m:m, -n:n)
   type(field) :: now, before

   call fill(a, n * m, 1)
   call fill(b, n * m, 2)
   call fill(c, n * n, 3)
   call fill(d, size(d), 4)
   call fill(e, size(e), 5)
   call product(n, m, a, b, c)
   call down(int(n, 8), int(m, 8), d, e)
   call assumed(a(n:1:-1, :), b)
   call last(n, m, huge(n) - n, huge(n) - 1, a)
   now%rows = n
   now%columns = m
   allocate(now%values(n, m), before%values(0:n, m))
   before%values(0, :) = 0.5d0
   before%values(1:n, :) = a
   call members(now, before)
   call digest(now%values, n * m)
   call digest(a, n * m)
   call digest(c, n * n)
   call digest(d, size(d))
end subroutine

program nests
   implicit none
   integer :: n, m

   do n = 1, 18
      do m = 1, 18
         call once(n, m)
      end do
   end do
end program
