! SPDX-License-Identifier: GPL-3.0-or-later
! OpenMP as Fortran has it: modules, dummies, allocatables, common, workshare.
module state
	implicit none
	integer, save :: size_of_it = 100
	real(8), allocatable, save :: kept(:, :)
	real(8), save :: work(50)
contains
	subroutine fill(value)
		real(8), intent(in) :: value
		integer :: i, j
		!$omp parallel do private(i) collapse(2)
		do j = 1, size_of_it
			do i = 1, size_of_it
				kept(i, j) = value + i - j
			end do
		end do
		!$omp end parallel do
		call inner(size_of_it)
	contains
		subroutine inner(n)
			integer, intent(in) :: n
			integer :: k
			!$omp parallel do private(work) schedule(dynamic, 2)
			do k = n, 1, -2
				work(mod(k, 50) + 1) = value * k
				kept(k, 1) = work(mod(k, 50) + 1)
			end do
			!$omp end parallel do
		end subroutine
	end subroutine
end module

subroutine sum_up(a, n, s, p)
	implicit none
	integer, intent(in) :: n
	real(8), intent(in) :: a(:)
	real(8), intent(inout) :: s
	real(8), pointer :: p(:)
	real(8) :: x, y
	common /places/ x, y
	integer :: i
	!$omp parallel
	!$omp do reduction(+:s)
	do i = 1, n
		s = s + a(i) * p(i)
	end do
	!$omp end do nowait
	!$omp do lastprivate(x)
	do i = 1, n
		x = a(i)
		!$omp atomic
		y = y + x
	end do
	!$omp end do
	!$omp end parallel
end subroutine

subroutine shares(a, b, n)
	implicit none
	integer, intent(in) :: n
	real(8) :: a(n, n), b(n, n)
	integer :: i
	!$omp parallel workshare
	a = b * 2
	!$omp end parallel workshare
	!$omp simd
	do i = 1, n
		a(i, i) = sqrt(b(i, i))
	end do
	!$omp parallel sections
	!$omp section
	a(1, 1) = 0
	!$omp section
	b(1, 1) = 0
	!$omp end parallel sections
end subroutine
