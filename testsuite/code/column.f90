! SPDX-License-Identifier: GPL-3.0-or-later
subroutine column(n, c)
  integer :: n, j
  real(8) :: c(n,n)
  !$omp parallel do
  do j = 1, n
     c(:,j) = 0
  end do
end subroutine
