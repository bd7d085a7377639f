! SPDX-License-Identifier: GPL-3.0-or-later
!
! UA, the first product of the Laplacian, as ua_diffuse_3.c has it, but for the
! indices, which here run the other way in memory.
!
!   -DN=24 -DSCHEDULE=static,16 -DORDER=1: z, j, i, p; 2: i, p, j, z;
!   3: i, j, p, z
#ifndef N
#define N 24
#endif
#ifndef SCHEDULE
#define SCHEDULE static
#endif
#ifndef ORDER
#define ORDER 0
#endif

subroutine ua_diffuse_3(tm1, wdtdr, u)
   implicit none
   real(8), intent(inout) :: tm1(N, N, N)
   real(8), intent(in) :: wdtdr(N, N), u(N, N, N)
   integer :: z, p, j, i

#if ORDER == 0
   !$omp parallel do schedule(SCHEDULE) private(p, j, i)
   do z = 1, N
      do p = 1, N
         do j = 1, N
            do i = 1, N
               tm1(i, j, z) = tm1(i, j, z) + wdtdr(i, p) * u(p, j, z)
            end do
         end do
      end do
   end do
#elif ORDER == 1
   !$omp parallel do schedule(SCHEDULE) private(p, j, i)
   do z = 1, N
      do j = 1, N
         do i = 1, N
            do p = 1, N
               tm1(i, j, z) = tm1(i, j, z) + wdtdr(i, p) * u(p, j, z)
            end do
         end do
      end do
   end do
#elif ORDER == 2
   !$omp parallel do schedule(SCHEDULE) private(p, j, z)
   do i = 1, N
      do p = 1, N
         do j = 1, N
            do z = 1, N
               tm1(i, j, z) = tm1(i, j, z) + wdtdr(i, p) * u(p, j, z)
            end do
         end do
      end do
   end do
#else
   !$omp parallel do schedule(SCHEDULE) private(p, j, z)
   do i = 1, N
      do j = 1, N
         do p = 1, N
            do z = 1, N
               tm1(i, j, z) = tm1(i, j, z) + wdtdr(i, p) * u(p, j, z)
            end do
         end do
      end do
   end do
#endif
end subroutine

program main
   implicit none
   real(8) :: tm1(N, N, N), serial(N, N, N), wdtdr(N, N), u(N, N, N)
   integer :: z, p, j, i

   do z = 1, N
      do j = 1, N
         do i = 1, N
            tm1(i, j, z) = 1 + mod(i + 2 * j + 3 * z, 7)
            u(i, j, z) = 1 + mod(i + 3 * j + 5 * z, 5)
            wdtdr(i, j) = 1 + mod(3 * i + j, 11)
         end do
      end do
   end do
   serial = tm1
   do z = 1, N
      do j = 1, N
         do i = 1, N
            do p = 1, N
               serial(i, j, z) = serial(i, j, z) + wdtdr(i, p) * u(p, j, z)
            end do
         end do
      end do
   end do
   call ua_diffuse_3(tm1, wdtdr, u)
   print '(a, f0.1)', 'ua_diffuse_3 ', sum(tm1)
   if (any(tm1 /= serial)) error stop 'wrong'
end program
