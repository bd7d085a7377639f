! SPDX-License-Identifier: GPL-3.0-or-later
! Two subroutines of another unit in one region: the first does not wait.
! expect: any(.[]; .name == "fill" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "use_it" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "alone" and (.rewrite_why | length == 0))
program main
  implicit none
  real(8) :: a(900), b(900)
  b = 0
  call alone(b, 900)
  !$omp parallel shared(a, b)
  call fill(a, 900)
  call use_it(a, b, 900)
  !$omp end parallel
  print *, b(900)
end program
