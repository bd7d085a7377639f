! SPDX-License-Identifier: GPL-3.0-or-later
!
! Nests of Fortran whose loops are distributed or strip-mined; see made.sh.

module fields
	implicit none
	real(8), allocatable :: a(:,:), b(:,:), c(:,:)
contains

! made product jam(i:8)
subroutine product(n, m)
	integer, intent(in) :: n, m
	integer :: i, j, k
	real(8) :: s
	!$omp parallel do private(s, i, k)
	do j = 1, m
		do i = 1, n
			s = 0
			do k = 1, n
				s = s + a(i, k) * b(k, j)
			end do
			c(i, j) = s / n
		end do
	end do
end subroutine

! made sweep jam(i:8)
subroutine sweep(n, m)
	integer, intent(in) :: n, m
	integer :: i, j
	real(8) :: low
	!$omp parallel do private(low, j)
	do i = 1, n
		low = 0
		do j = 1, m
			b(i, j) = a(i, j) + 0.5d0 * low
			low = b(i, j)
		end do
		do j = m, 2, -1
			a(i, j) = a(i, j) - low * c(i, j - 1)
		end do
	end do
end subroutine

! made steps jam(i:4)
subroutine steps(n, m, w)
	integer, intent(in) :: n, m
	real(8), intent(in) :: w(:)
	integer :: i, j
	real(8) :: low
	!$omp parallel do private(low, j)
	do i = n, 2, -3
		low = w(i)
		do j = 1, m, 2
			a(i, j) = a(i, j) + low
			low = low * 0.5d0 + a(i, j)
		end do
		c(i, 1) = low
	end do
end subroutine

! made flags jam(i:8)
subroutine flags(n, m)
	integer, intent(in) :: n, m
	integer :: i, j, where
	logical :: found
	!$omp parallel do private(found, where, j)
	do i = 1, n
		found = .false.
		where = 1
		do j = 1, m
			if (.not. found .and. a(i, j) > 1) then
				found = .true.
				where = j
			end if
		end do
		if (found) c(i, where) = c(i, where) + 1
	end do
end subroutine

! made apart distribute(i) order(j,k,i)
subroutine apart(n, m)
	integer, intent(in) :: n, m
	integer :: i, j, k
	!$omp parallel do private(i, k)
	do j = 1, m
		do i = 1, n
			c(i, j) = 0.5d0 * c(i, j)
			do k = 1, n
				c(i, j) = c(i, j) + a(i, k) * b(k, j)
			end do
			if (c(i, j) > 100) c(i, j) = 1
		end do
	end do
end subroutine

! made apart_tiles distribute(i) order(j,k,i) tile(k:4,i:8)
subroutine apart_tiles(n, m)
	integer, intent(in) :: n, m
	integer :: i, j, k
	!$omp parallel do private(i, k)
	do j = 1, m
		do i = n, 1, -1
			c(i, j) = 0.5d0 * c(i, j)
			do k = 1, n, 2
				c(i, j) = c(i, j) + a(i, k) * b(k, j)
			end do
		end do
	end do
end subroutine

! refused total jam(i:8): would be added up in another order
subroutine total(n, m)
	integer, intent(in) :: n, m
	integer :: i, j
	real(8) :: s
	s = 0
	!$omp parallel do reduction(+ : s) num_threads(1)
	do i = 1, n
		do j = 1, m
			s = s + a(i, j)
		end do
	end do
	c(1, 1) = s
end subroutine
end module

program parts
	use fields
	implicit none
	integer, parameter :: n = 23, m = 23
	integer :: i, j
	real(8) :: w(n)
	allocate(a(n, m), b(n, m), c(n, m))
	do j = 1, m
		do i = 1, n
			a(i, j) = mod(i * 3 + j, 7) * 0.3d0
			b(i, j) = mod(i + j * 5, 11) * 0.7d0
		end do
		w(j) = j * 0.1d0
	end do
	c = 0
	call product(n, m)
	call show
	call sweep(n, m)
	call show
	call steps(n, m, w)
	call show
	call flags(n, m)
	call show
	call apart(n, m)
	call show
	call apart_tiles(n, m)
	call show
	call total(n, m)
	call show
	call product(0, m)
	call sweep(n, 0)
	call steps(1, 1, w)
	call show
contains
	subroutine show
		integer(8) :: h, i, j
		h = 1
		do j = 1, m
			do i = 1, n
				h = ieor(ishftc(h, 5), transfer(a(i, j), h))
				h = ieor(ishftc(h, 5), transfer(b(i, j), h))
				h = ieor(ishftc(h, 5), transfer(c(i, j), h))
			end do
		end do
		print *, h
	end subroutine
end program
