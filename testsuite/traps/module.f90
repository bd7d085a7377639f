! SPDX-License-Identifier: GPL-3.0-or-later
! Functions of a module of another unit: one keeps data of its thread.
! expect: map(select(.name == "asked")) | .[0].rewrite_why | length > 0
! expect: map(select(.name == "drawn")) | .[0].rewrite_why | length > 0
! expect: map(select(.name == "harmless")) | .[0].rewrite_why == []
! expect: map(select(.name == "harmless")) | .[0].unseen == null
module tools
  implicit none
  real :: scratch(10)
  integer :: calls = 0
  !$omp threadprivate(calls)
contains
  integer function counted(i)
    integer, intent(in) :: i
    calls = calls + 1
    counted = i + calls
  end function counted
  real function plain(i)
    integer, intent(in) :: i
    character(len=20) :: text
    write (text, '(i0)') i
    plain = sqrt(real(i)) + len_trim(text)
  end function plain
end module tools

subroutine asked(x)
  use tools
  integer :: x(100), i
  !$omp parallel do
  do i = 1, 100
     x(i) = counted(i)
  end do
end subroutine asked

subroutine drawn(y)
  real :: y(100)
  integer :: i
  !$omp parallel do
  do i = 1, 100
     call random_number(y(i))
  end do
end subroutine drawn

subroutine harmless(y)
  use tools
  real :: y(100)
  integer :: i
  !$omp parallel do
  do i = 1, 100
     y(i) = plain(i)
  end do
end subroutine harmless

program main
  integer :: x(100)
  real :: y(100)
  call asked(x)
  call drawn(y)
  call harmless(y)
  print *, x(1), y(1)
end program main
