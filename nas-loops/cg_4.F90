! SPDX-License-Identifier: GPL-3.0-or-later
!
! CG, the norm of the residual, as cg_4.c has it.
!
!   -DN=30000 -DSCHEDULE=static,16 -DTILE=512: with tiles
#ifndef N
#define N 30000
#endif
#ifndef SCHEDULE
#define SCHEDULE static
#endif

subroutine cg_4(x, r, sum)
   implicit none
   real(8), intent(in) :: x(N), r(N)
   real(8), intent(out) :: sum
   real(8) :: d
   integer :: j, jj

   sum = 0
#ifdef TILE
   !$omp parallel do schedule(SCHEDULE) private(j, d) reduction(+:sum)
   do jj = 1, N, TILE
      do j = jj, min(N, jj + TILE - 1)
         d = x(j) - r(j)
         sum = sum + d * d
      end do
   end do
#else
   !$omp parallel do schedule(SCHEDULE) private(d) reduction(+:sum)
   do j = 1, N
      d = x(j) - r(j)
      sum = sum + d * d
   end do
#endif
end subroutine

program main
   implicit none
   real(8) :: x(N), r(N), sum, serial
   integer :: j

   do j = 1, N
      x(j) = 1 + mod(j - 1, 7)
      r(j) = 1 + mod(j - 1, 5)
   end do
   serial = 0
   do j = 1, N
      serial = serial + (x(j) - r(j))**2
   end do
   call cg_4(x, r, sum)
   print '(a, f0.1)', 'cg_4 ', sum
   if (abs(sum - serial) > 1e-10 * serial) error stop 'wrong'
end program
