! Columns, with the sums of the language within them.
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
  real(8) :: a(40, 90), s(90)
  call columns
contains
  subroutine columns
    integer :: i, j
    !$omp parallel do private(i) schedule(dynamic)
    do j = 1, 90
      do i = 1, 40
        a(i, j) = number(i + 40 * j)
      end do
      s(j) = sum(a(:, j)) + dot_product(a(:, j), a(:, j))
    end do
    call show('columns', s)
  end subroutine
end program
