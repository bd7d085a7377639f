! SPDX-License-Identifier: GPL-3.0-or-later
! Fortran of 2003 and later: types, associate, block, pointers.
module modern
	implicit none
	type :: cell
		real(8) :: mass, speed(3)
	end type
	type :: grid
		integer :: nx = 0, ny = 0
		real(8), allocatable :: u(:, :), v(:, :)
		real(8), pointer :: line(:) => null()
		type(cell), allocatable :: cells(:)
	contains
		procedure :: modern_component
		procedure :: modern_weight
	end type
contains

subroutine modern_component(self)
	class(grid), intent(inout) :: self
	integer :: i, j
	!$omp parallel do
	do j = 1, self%ny
		do i = 1, self%nx
			self%u(i, j) = 2 * self%v(i, j)
		end do
	end do
end subroutine

real(8) function modern_weight(self, i) result(w)
	class(grid), intent(in) :: self
	integer, intent(in) :: i
	w = self%cells(i)%mass
end function

subroutine modern_associate(g)
	type(grid), intent(inout) :: g
	integer :: i, j
	associate (u => g%u, v => g%v, n => g%nx)
		!$omp parallel do private(i)
		do j = 2, g%ny - 1
			do i = 2, n - 1
				u(i, j) = v(i - 1, j) + v(i + 1, j)
			end do
		end do
	end associate
end subroutine

subroutine modern_associate_inside(g)
	type(grid), intent(inout) :: g
	integer :: i, j
	!$omp parallel do private(i)
	do j = 1, g%ny
		associate (column => g%u(:, j), m => g%cells(j)%mass)
			do i = 1, g%nx
				column(i) = m
			end do
		end associate
	end do
end subroutine

subroutine modern_block(n, a, b)
	integer, intent(in) :: n
	real(8), intent(inout) :: a(n)
	real(8), intent(in) :: b(n)
	integer :: i
	!$omp parallel do
	do i = 1, n
		block
			real(8) :: t
			t = b(i) * 2
			a(i) = t + 1
		end block
	end do
end subroutine

subroutine modern_block_array(n, a, b)
	integer, intent(in) :: n
	real(8), intent(inout) :: a(n)
	real(8), intent(in) :: b(3, n)
	integer :: i
	!$omp parallel do
	do i = 1, n
		block
			real(8) :: t(3)
			integer :: k
			do k = 1, 3
				t(k) = b(k, i) * k
			end do
			a(i) = t(1) + t(2) * t(3)
		end block
	end do
end subroutine

subroutine modern_concurrent(n, m, a, b)
	integer, intent(in) :: n, m
	real(8), intent(inout) :: a(m, n)
	real(8), intent(in) :: b(m, n)
	integer :: i, j
	!$omp parallel do
	do j = 1, n
		do concurrent (i = 1:m)
			a(i, j) = b(i, j) * 2
		end do
	end do
end subroutine

subroutine modern_pointer(g, n)
	type(grid), intent(inout) :: g
	integer, intent(in) :: n
	integer :: i
	!$omp parallel do
	do i = 1, n
		g%line(i) = 0.25d0
	end do
end subroutine

subroutine modern_section(n, a, b)
	integer, intent(in) :: n
	real(8), intent(inout) :: a(:, :)
	real(8), intent(in) :: b(:, :)
	integer :: j
	!$omp parallel do
	do j = 1, n
		a(:, j) = b(:, j) * 2
	end do
end subroutine

subroutine modern_where(n, m, a, b)
	integer, intent(in) :: n, m
	real(8), intent(inout) :: a(m, n)
	real(8), intent(in) :: b(m, n)
	integer :: j
	!$omp parallel do
	do j = 1, n
		where (b(:, j) > 0)
			a(:, j) = b(:, j)
		elsewhere
			a(:, j) = 0
		end where
	end do
end subroutine

subroutine modern_cells(cells, n, dt)
	integer, intent(in) :: n
	type(cell), intent(inout) :: cells(n)
	real(8), intent(in) :: dt
	integer :: i
	!$omp parallel do
	do i = 1, n
		cells(i)%speed = cells(i)%speed + dt * cells(i)%mass
	end do
end subroutine

real(8) function modern_bound(g, n) result(s)
	class(grid), intent(in) :: g
	integer, intent(in) :: n
	integer :: i
	s = 0
	!$omp parallel do reduction(+: s)
	do i = 1, n
		s = s + g%modern_weight(i)
	end do
end function

subroutine modern_alloc(n, m, a, b)
	integer, intent(in) :: n, m
	real(8), intent(out) :: a(n)
	real(8), intent(in) :: b(m, n)
	real(8), allocatable :: work(:)
	integer :: i, j
	!$omp parallel private(work, i)
	allocate(work(m))
	!$omp do
	do j = 1, n
		do i = 1, m
			work(i) = b(i, j)
		end do
		a(j) = sum(work)
	end do
	!$omp end do
	deallocate(work)
	!$omp end parallel
end subroutine
end module
