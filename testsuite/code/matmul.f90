! SPDX-License-Identifier: GPL-3.0-or-later
subroutine times(n, a, b, c)
  integer :: n, i, j, k
  real(8) :: a(n,n), b(n,n), c(n,n)
  !$omp parallel do private(i,k)
  do j = 1, n
     do k = 1, n
        do i = 1, n
           c(i,j) = c(i,j) + a(i,k)*b(k,j)
        end do
     end do
  end do
end subroutine
