! SPDX-License-Identifier: GPL-3.0-or-later
! Components of one array by constant first subscripts, and automatic arrays of
! which each thread has its own: no races. The last loop has one.
! expect: any(.[]; .name == "fluxes" and (.races | length == 0))
! expect: any(.[]; .name == "columns" and (.races | length == 0))
! expect: any(.[]; .name == "wrong" and (.races | length > 0))
subroutine fluxes(u, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: u(5, n, n)
  integer :: i, j
  !$omp parallel do private(i)
  do j = 2, n - 1
    do i = 2, n - 1
      u(1, i, j) = u(2, i, j - 1) + u(3, i, j + 1)
    end do
  end do
end subroutine
subroutine columns(a, m, n)
  implicit none
  integer, intent(in) :: m, n
  real(8), intent(inout) :: a(m, n)
  real(8) :: t(m)
  integer :: i, j
  !$omp parallel do private(t, i)
  do j = 1, n
    do i = 1, m
      t(i) = a(i, j)
    end do
    do i = 1, m
      a(i, j) = t(m + 1 - i)
    end do
  end do
end subroutine
subroutine wrong(a, m, n)
  implicit none
  integer, intent(in) :: m, n
  real(8), intent(inout) :: a(m, n)
  integer :: i, j
  !$omp parallel do private(i)
  do j = 2, n
    do i = 1, m
      a(i, j) = a(i, j - 1) + 1
    end do
  end do
end subroutine
program main
  real(8) :: u(5, 20, 20) = 1, a(6, 60) = 2
  call fluxes(u, 20)
  call columns(a, 6, 60)
  call wrong(a, 6, 60)
  print *, u(1, 3, 3), a(1, 60)
end program
