! A sum, and one of integers.
! reorders: total
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
  call total
  call tally
contains
  subroutine total
    real(8) :: s
    integer :: i
    s = 0
    !$omp parallel do reduction(+:s)
    do i = 1, 3001
      s = s + number(i)
    end do
    call show('total', [s])
  end subroutine
  subroutine tally
    integer :: i, n
    n = 0
    !$omp parallel do reduction(+:n)
    do i = 1, 3001
      if (number(i) > 0) n = n + 1
    end do
    call show('tally', [dble(n)])
  end subroutine
end program
