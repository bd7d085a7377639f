! SPDX-License-Identifier: GPL-3.0-or-later
! The question under another name, by the way of only.
! expect: any(.[]; .name == "paint" and (.rewrite_why | length > 0))
! expect: any(.[]; .name == "wipe" and (.rewrite_why | length == 0))
module painting
  use omp_lib, only: who => omp_get_thread_num
  implicit none
  integer :: canvas(400)
contains
  elemental integer function shade(i, w)
    integer, intent(in) :: i, w
    shade = mod(i, 7) + w
  end function
  subroutine paint
    integer :: i
    !$omp parallel do
    do i = 1, 400
      canvas(i) = shade(i, who())
    end do
  end subroutine
  subroutine wipe
    integer :: i
    !$omp parallel do
    do i = 1, 400
      canvas(i) = shade(i, 0)
    end do
  end subroutine
end module
program main
  use painting
  call paint
  call wipe
  print *, canvas(400)
end program
