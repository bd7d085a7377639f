! SPDX-License-Identifier: GPL-3.0-or-later
!
! Nests of Fortran whose order the plugin changes; see made.c and made.sh.

module fields
	implicit none
	real(8), allocatable :: a(:,:), b(:,:), c(:,:,:)
	integer :: extent
contains

! made rectangle order(j,i)
subroutine rectangle(n, m)
	integer, intent(in) :: n, m
	integer :: i, j
	!$omp parallel do
	do i = 1, n
		do j = 1, m
			a(i, j) = a(i, j) + i * 100 + j
		end do
	end do
end subroutine

! made steps order(j,i)
subroutine steps(n, m)
	integer, intent(in) :: n, m
	integer :: i, j
	!$omp parallel do private(j)
	do i = n, 1, -1
		do j = 2, m, 3
			a(i, j) = a(i, j) + i * 100 + j
		end do
	end do
end subroutine

! made shared_step order(j,i)
subroutine shared_step(n, m)
	integer, intent(in) :: n, m
	integer :: i, j
	!$omp parallel do
	do i = 1, n, 2
		do j = m, 1, -4
			a(i, j) = a(i, j) + i * 100 + j
		end do
	end do
end subroutine

! made triangle order(j,i)
subroutine triangle(n)
	integer, intent(in) :: n
	integer :: i, j
	!$omp parallel do
	do i = 1, n
		do j = i, n
			a(i, j) = a(i, j) + i * 100 + j
		end do
	end do
end subroutine

! made band order(j,i)
subroutine band(n, m)
	integer, intent(in) :: n, m
	integer :: i, j
	!$omp parallel do
	do i = 1, n
		do j = max(1, i - 3), min(m, i + 4)
			a(i, j) = a(i, j) + i * 100 + j
		end do
	end do
end subroutine

! made at_once order(1,i)
subroutine at_once(n, m)
	integer, intent(in) :: n, m
	integer :: i, j
	!$omp parallel do
	do i = 1, n
		do concurrent (j = 1:m)
			a(i, j) = a(i, j) + i * 100 + j
		end do
	end do
end subroutine

! made collapsed order(k,j,i)
subroutine collapsed(n)
	integer, intent(in) :: n
	integer :: i, j, k
	!$omp parallel do collapse(2)
	do i = 1, n
		do j = 1, n
			do k = 1, n
				c(i, j, k) = c(i, j, k) + i * 100 + j + k
			end do
		end do
	end do
end subroutine

! made inner order(i,k,j)
subroutine inner(n)
	integer, intent(in) :: n
	integer :: i, j, k
	!$omp parallel do private(j, k)
	do i = 1, n
		a(i, 1) = 0
		do j = 1, n
			do k = 1, n
				c(k, j, i) = c(k, j, i) + b(k, j)
			end do
		end do
	end do
end subroutine

! made orphan order(j,i)
subroutine orphan(n, m)
	integer, intent(in) :: n, m
	integer :: i, j
	!$omp do
	do i = 1, n
		do j = 1, m
			a(i, j) = a(i, j) + i * 100 + j
		end do
	end do
end subroutine

! made twice order(j,i)
subroutine twice(n, m)
	integer, intent(in) :: n, m
	integer :: i, j
	!$omp parallel private(i, j)
	!$omp do
	do i = 1, n
		do j = 1, m
			a(i, j) = a(i, j) + i * 100 + j
		end do
	end do
	!$omp do
	do i = 1, n
		do j = 1, m
			a(i, j) = a(i, j) * 2
		end do
	end do
	!$omp end parallel
end subroutine

! made tiles tile(i:4,j:6)
subroutine tiles(n, m)
	integer, intent(in) :: n, m
	integer :: i, j
	!$omp parallel do
	do i = 1, n
		do j = 1, m
			a(i, j) = a(i, j) + i * 100 + j
		end do
	end do
end subroutine

! made tiles_of_steps order(j,i) tile(i:4,j:6)
subroutine tiles_of_steps(n, m)
	integer, intent(in) :: n, m
	integer :: i, j
	!$omp parallel do
	do i = n, 1, -1
		do j = 2, m, 3
			a(i, j) = a(i, j) + i * 100 + j
		end do
	end do
end subroutine

! made tiles_of_triangle order(j@,i@,j,i) tile(i:4,j:6)
subroutine tiles_of_triangle(n)
	integer, intent(in) :: n
	integer :: i, j
	!$omp parallel do schedule(dynamic)
	do i = 1, n
		do j = max(1, i - 3), n
			a(i, j) = a(i, j) + i * 100 + j
		end do
	end do
end subroutine

! made together order(j,i) collapse(2)
subroutine together(n, m)
	integer, intent(in) :: n, m
	integer :: i, j
	!$omp parallel do
	do i = 1, n
		do j = m, 1, -4
			a(i, j) = a(i, j) + i * 100 + j
		end do
	end do
end subroutine

! refused variable_step order(1,0): its step is not a constant
subroutine variable_step(n, m, s)
	integer, intent(in) :: n, m, s
	integer :: i, j
	!$omp parallel do
	do i = 1, n
		do j = 1, m, s
			a(i, j) = a(i, j) + i * 100 + j
		end do
	end do
end subroutine

! refused total order(j,i): s would be added up in another order
subroutine total(n, m)
	integer, intent(in) :: n, m
	integer :: i, j
	real(8) :: s
	s = 0
	!$omp parallel do reduction(+ : s)
	do i = 1, n
		do j = 1, m
			s = s + a(i, j)
		end do
	end do
	b(1, 1) = s
end subroutine
end module

program made
	use fields
	implicit none
	integer, parameter :: n = 23, m = 29
	allocate(a(n, m), b(n, m), c(n, n, n))
	a = 0
	b = 1.5d0
	c = 0
	extent = n
	call rectangle(n, m)
	call show
	call steps(n, m)
	call show
	call shared_step(n, m)
	call show
	call triangle(n)
	call show
	call band(n, m)
	call show
	call at_once(n, m)
	call show
	call collapsed(n)
	call show
	call inner(n)
	call show
	!$omp parallel
	call orphan(n, m)
	!$omp end parallel
	call show
	call twice(n, m)
	call show
	call twice(0, m)
	call steps(1, 0)
	call tiles(n, m)
	call show
	call tiles_of_steps(n, m)
	call show
	call tiles_of_triangle(n)
	call show
	call together(n, m)
	call show
	call together(n, 0)
	call tiles_of_steps(0, m)
	call variable_step(n, m, 3)
	call show
contains
	subroutine show
		integer :: i, j
		integer(8) :: h
		h = 1
		do j = 1, m
			do i = 1, n
				h = mod(h * 31 + int(a(i, j), 8), 1000000007_8)
			end do
		end do
		print *, h, sum(c)
	end subroutine
end program
