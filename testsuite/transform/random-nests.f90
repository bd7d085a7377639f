! SPDX-License-Identifier: GPL-3.0-or-later
!
! What the nests of random-nests.c work on.

module memory
	implicit none
	real(8), allocatable :: aa(:,:), bb(:,:), tt(:,:,:), vv(:)
	real(8) :: zz(0:31, 0:31), v(0:31), rr(0:31, 0:31)
	real(4), allocatable :: ff(:,:)
	integer, allocatable :: pp(:,:)
	integer :: w(0:31), ends(0:31), gn = 7
	integer(8) :: qq(0:31, 0:31)
	type limits
		integer :: n = 6
	end type
	type(limits) :: lim
contains

pure real(8) function f(x)
	real(8), intent(in) :: x
	f = merge(x * .5, x + .125, x > .25)
end function

integer function bound(n)
	integer, intent(in) :: n
	bound = merge(n - 1, n, n > 3)
end function

! an element of an array whose elements are multiples of "by"
real(8) function start(at, by)
	integer, intent(in) :: at, by
	start = mod(at * by, 29) * .0625
end function

subroutine reset()
	integer :: i, j, k
	if (.not. allocated(aa)) &
		allocate(aa(0:31, 0:31), bb(0:31, 0:31), ff(0:31, 0:31), &
			 pp(0:31, 0:31), tt(0:15, 0:15, 0:15), vv(0:1023))
	do j = 0, 31
		do i = 0, 31
			k = i + 32 * j
			aa(i, j) = start(k, 3)
			bb(i, j) = start(k, 5)
			ff(i, j) = real(start(k, 7), 4)
			vv(k) = start(k, 9)
			rr(i, j) = start(k, 11)
			zz(i, j) = start(k, 2)
			pp(i, j) = mod(k * 3, 29)
			qq(i, j) = mod(k * 5, 29)
		end do
		v(j) = start(j, 5)
		w(j) = mod(j * 7, 29)
		ends(j) = mod(j * 7, 10)
	end do
	do k = 0, 15
		do j = 0, 15
			do i = 0, 15
				tt(i, j, k) = start(i + 16 * j + 256 * k, 13)
			end do
		end do
	end do
end subroutine

! the hash goes on with a number
subroutine add(hash, x)
	integer(8), intent(inout) :: hash
	real(8), intent(in) :: x
	integer(8) :: bits

	bits = merge(transfer(x, bits), 1_8, x == x)
	hash = mod(hash * 31 + iand(bits, 2147483647_8) + &
		   shiftr(bits, 32), 2147483647_8)
end subroutine

subroutine show(name)
	character(*), intent(in) :: name
	integer(8) :: hash
	integer :: i, j, k
	hash = 1
	do j = 0, 31
		do i = 0, 31
			call add(hash, aa(i, j))
			call add(hash, bb(i, j))
			call add(hash, real(ff(i, j), 8))
			call add(hash, vv(i + 32 * j))
			call add(hash, rr(i, j))
			call add(hash, zz(i, j))
			call add(hash, real(pp(i, j), 8))
			call add(hash, real(qq(i, j), 8))
		end do
		call add(hash, v(j))
		call add(hash, real(w(j), 8))
	end do
	do k = 0, 15
		do j = 0, 15
			do i = 0, 15
				call add(hash, tt(i, j, k))
			end do
		end do
	end do
	print '(a, 1x, i0)', name, hash
	flush(6)
end subroutine
end module
