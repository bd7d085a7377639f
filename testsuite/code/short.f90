! SPDX-License-Identifier: GPL-3.0-or-later
! The loop over a dissolves, and that over j is vectorised.
subroutine brief(n, m, g)
  integer :: n, i, j, a
  real(8) :: m(1000, 3, n), g(1000, 3, n)
  !$omp parallel do private(j, a)
  do i = 1, n
    do j = 1, 1000
      do a = 1, 3
        m(j, a, i) = 2 + g(j, a, i)
      end do
    end do
  end do
end subroutine
