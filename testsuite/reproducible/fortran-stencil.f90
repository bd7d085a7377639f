! A stencil in a region of two loops.
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
  real(8) :: u(120, 120), v(120, 120)
  call stencil
contains
  subroutine stencil
    integer :: i, j
    do j = 1, 120
      do i = 1, 120
        u(i, j) = number(i * j)
      end do
    end do
    v = 0
    !$omp parallel private(i)
    !$omp do
    do j = 2, 119
      do i = 2, 119
        v(i, j) = 0.25d0 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1))
      end do
    end do
    !$omp do
    do j = 2, 119
      u(:, j) = v(:, j) / 3
    end do
    !$omp end parallel
    call show('stencil', reshape(u, [size(u)]))
  end subroutine
end program
