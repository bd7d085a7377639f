! SPDX-License-Identifier: GPL-3.0-or-later
! Each thread writes down what it did.
! expect: .[0].rewrite_why | length == 1
program asks
  use omp_lib
  implicit none
  integer :: i, who(100)

  !$omp parallel do
  do i = 1, 100
     who(i) = omp_get_thread_num()
  end do
  print *, who(1)
end program asks
