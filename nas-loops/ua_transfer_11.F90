! SPDX-License-Identifier: GPL-3.0-or-later
!
! UA, to the mortars, as ua_transfer_11.c has it, but for the indices, which
! here run the other way in memory.
!
!   -DN=120 -DSCHEDULE=static,16 -DORDER=1: c, j, i; 2: i, j, c
#ifndef N
#define N 120
#endif
#ifndef SCHEDULE
#define SCHEDULE static
#endif
#ifndef ORDER
#define ORDER 0
#endif

subroutine ua_transfer_11(tmp, tmor, qbnew)
   implicit none
   real(8), intent(inout) :: tmp(N, N)
   real(8), intent(in) :: tmor(N, N), qbnew(N, N)
   integer :: c, i, j

#if ORDER == 0
   !$omp parallel do schedule(SCHEDULE) private(i, j)
   do c = 1, N
      tmp(1, c) = tmor(1, c)
      do i = 2, N
         do j = 1, N
            tmp(i, c) = tmp(i, c) + qbnew(i - 1, j) * tmor(j, c)
         end do
      end do
   end do
#elif ORDER == 1
   !$omp parallel do schedule(SCHEDULE) private(i, j)
   do c = 1, N
      tmp(1, c) = tmor(1, c)
      do j = 1, N
         do i = 2, N
            tmp(i, c) = tmp(i, c) + qbnew(i - 1, j) * tmor(j, c)
         end do
      end do
   end do
#else
   do c = 1, N
      tmp(1, c) = tmor(1, c)
   end do
   !$omp parallel do schedule(SCHEDULE) private(c, j)
   do i = 2, N
      do j = 1, N
         do c = 1, N
            tmp(i, c) = tmp(i, c) + qbnew(i - 1, j) * tmor(j, c)
         end do
      end do
   end do
#endif
end subroutine

program main
   implicit none
   real(8) :: tmp(N, N), serial(N, N), tmor(N, N), qbnew(N, N)
   integer :: c, i, j

   do c = 1, N
      do i = 1, N
         tmp(i, c) = 1 + mod(i + 2 * c, 7)
         tmor(i, c) = 1 + mod(3 * i + c, 5)
         qbnew(i, c) = 1 + mod(i + 5 * c, 11)
      end do
   end do
   serial = tmp
   do c = 1, N
      serial(1, c) = tmor(1, c)
      do i = 2, N
         do j = 1, N
            serial(i, c) = serial(i, c) + qbnew(i - 1, j) * tmor(j, c)
         end do
      end do
   end do
   call ua_transfer_11(tmp, tmor, qbnew)
   print '(a, f0.1)', 'ua_transfer_11 ', sum(tmp)
   if (any(tmp /= serial)) error stop 'wrong'
end program
