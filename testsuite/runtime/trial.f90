! SPDX-License-Identifier: GPL-3.0-or-later
! Loops of Fortran that are made several times.
module work
  implicit none
  integer, parameter :: size_of = 200
  real(8) :: field(size_of, size_of) = 0
contains
  subroutine both(a, n, total)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(:)
    real(8), intent(out) :: total
    real(8) :: parts(4)
    real(8), allocatable :: more(:)
    integer :: i, j, last

    allocate(more(3))
    more = 0
    parts = 0
    total = 0
    !$omp parallel do reduction(+:parts, more) lastprivate(last)
    do i = 1, n
      a(i) = a(i) + i
      parts(1 + mod(i, 4)) = parts(1 + mod(i, 4)) + i
      more(1 + mod(i, 3)) = more(1 + mod(i, 3)) + 2 * i
      last = i
    end do
    !$omp parallel
    do j = 1, 2
      !$omp do collapse(2) reduction(max:total) schedule(static, 5)
      do i = 1, n
        do last = 1, 3
          field(last, i) = field(last, i) + last * i
          total = max(total, field(last, i))
        end do
      end do
      !$omp end do
      call orphan(n)
    end do
    !$omp end parallel
    total = total + sum(parts) + sum(more)
  end subroutine

  subroutine orphan(n)
    integer, intent(in) :: n
    integer :: i
    !$omp do
    do i = n, 1, -2
      field(1, i) = field(1, i) + 1
    end do
    !$omp end do
  end subroutine

  function selected(n) result(total)
    integer, intent(in) :: n
    integer :: i
    real(8) :: total
    character(len=n) :: word
    total = 0
    word = 'a'
    !$omp parallel do firstprivate(word) reduction(+:total)
    do i = 1, n
      word(i:i) = 'b'
      select case (mod(i, 3))
      case (0)
        total = total + len_trim(word(i:i))
      case default
        if (i == 17) cycle
        total = total + 2
      end select
    end do
    !$omp end parallel do
  end function
end module

program trial
  use work
  implicit none
  real(8) :: a(size_of) = 0, total, all = 0
  integer :: call_number

  do call_number = 1, 40
    call both(a, 100 + call_number, total)
    all = all + total + selected(30)
  end do
  print '(f0.1, 1x, f0.1, 1x, f0.1)', all, sum(a), sum(field)
end program
