! SPDX-License-Identifier: GPL-3.0-or-later
module counters
  implicit none
  integer, save :: calls = 0
  !$omp threadprivate(calls)
contains
  integer function level3()
    calls = calls + 1
    level3 = calls
  end function
  integer function level2(i)
    integer, intent(in) :: i
    level2 = level3() + i
  end function
end module
integer function level1(i)
  use counters
  implicit none
  integer, intent(in) :: i
  level1 = 2 * level2(i)
end function
integer function level0(i)
  implicit none
  integer, intent(in) :: i
  level0 = i + 1
end function
