! SPDX-License-Identifier: GPL-3.0-or-later
integer function whoami()
  !$ use omp_lib
  implicit none
  whoami = 0
  !$ whoami = omp_get_thread_num()
end function
