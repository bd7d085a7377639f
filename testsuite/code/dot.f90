! SPDX-License-Identifier: GPL-3.0-or-later
function dot(n, x, y) result(s)
  integer :: n, i
  real(8) :: x(n), y(n), s
  s = 0
  !$omp parallel do reduction(+:s)
  do i = 1, n
     s = s + x(i)*y(i)
  end do
end function
