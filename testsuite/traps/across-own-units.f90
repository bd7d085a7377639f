! SPDX-License-Identifier: GPL-3.0-or-later
! An array of each thread, handed to subroutines of another unit.
! expect: any(.[]; .name == "fill" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "take" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "fill_all" and (.rewrite_why | length == 0))
! expect: any(.[]; .name == "take_all" and (.rewrite_why | length == 0))
subroutine both(a, n)
	implicit none
	integer, intent(in) :: n
	real(8), intent(inout) :: a(n)
	real(8) :: own(n)
	call fill(own, a, n)
	call take(own, a, n)
end subroutine

program main
	implicit none
	real(8) :: a(100), all(100)
	a = 1
	!$omp parallel shared(a, all)
	call both(a, 100)
	call fill_all(all, a, 100)
	call take_all(all, a, 100)
	!$omp end parallel
	print *, a(1)
end program
