! SPDX-License-Identifier: GPL-3.0-or-later
subroutine fill(w, a, n)
	implicit none
	integer, intent(in) :: n
	real(8) :: w(n), a(n)
	integer :: i
	!$omp do schedule(static)
	do i = 1, n
		w(i) = a(i)
	end do
end subroutine

subroutine fill_all(w, a, n)
	implicit none
	integer, intent(in) :: n
	real(8) :: w(n), a(n)
	integer :: i
	!$omp do schedule(static)
	do i = 1, n
		w(i) = a(i)
	end do
end subroutine

subroutine take(w, a, n)
	implicit none
	integer, intent(in) :: n
	real(8) :: w(n), a(n)
	integer :: i
	!$omp do schedule(static)
	do i = 1, n
		a(i) = w(i) + 1
	end do
end subroutine

subroutine take_all(w, a, n)
	implicit none
	integer, intent(in) :: n
	real(8) :: w(n), a(n)
	integer :: i
	!$omp do schedule(static)
	do i = 1, n
		a(i) = w(i) + 1
	end do
end subroutine
