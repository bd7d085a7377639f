! A whole array is reduced.
! reorders: classes
module bits
  implicit none
contains
  ! The name of the procedure and a hash of the bits of what it made.
  subroutine show(name, x)
    character(*), intent(in) :: name
    real(8), intent(in) :: x(:)
    integer(8) :: hash
    integer :: i
    hash = 5381
    do i = 1, size(x)
      hash = ieor(ishftc(hash, 7), transfer(x(i), hash))
    end do
    print '(a, 1x, z16.16)', name, hash
  end subroutine

  pure real(8) function number(i)
    integer, intent(in) :: i
    number = (mod(i * 7919_8, 10007_8) / 10007d0 - 0.4d0) * 2d0 ** mod(i, 14)
  end function
end module

program main
  use bits
  implicit none
  real(8) :: s(5)
  call classes
contains
  subroutine classes
    integer :: i
    s = 0
    !$omp parallel do reduction(+:s)
    do i = 1, 2001
      s(1 + mod(i, 5)) = s(1 + mod(i, 5)) + number(i)
    end do
    call show('classes', s)
  end subroutine
end program
