! Sums of threads, joined behind the loop.
! reorders: partial
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
  call partial
contains
  subroutine partial
    real(8) :: s, mine
    integer :: i
    s = 0
    !$omp parallel private(mine)
    mine = 0
    !$omp do
    do i = 1, 2001
      mine = mine + number(i)
    end do
    !$omp critical
    s = s + mine
    !$omp end critical
    !$omp end parallel
    call show('partial', [s])
  end subroutine
end program
