! SPDX-License-Identifier: GPL-3.0-or-later
! Two languages: C is called from Fortran.
program mixed
  use iso_c_binding
  implicit none
  interface
    real(c_double) function twice(v) bind(c)
      import c_double
      real(c_double), value :: v
    end function twice
    real(c_double) function counted(v) bind(c)
      import c_double
      real(c_double), value :: v
    end function counted
  end interface
  real(8) :: x(100), y(100)
  integer :: i
  x = 1
  ! safe: twice
  !$omp parallel do
  do i = 1, 100
    y(i) = twice(x(i))
  end do
  ! refused: 'counted'
  !$omp parallel do
  do i = 1, 100
    y(i) = counted(x(i))
  end do
  print *, y(7)
end program mixed
