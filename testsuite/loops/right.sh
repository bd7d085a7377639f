# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every variant of every loop computes what the serial form does; a wrong one
# would be seen. Space files name the orders that there are.

. "$(dirname "$0")/../tap.sh"
. "$srcdir/nas-loops/loops.bash"
export OMP_WAIT_POLICY=passive
major=${PLUGIN_GCCS%% *}
gcc=GCC_$major gfortran=GFORTRAN_$major
gcc=${!gcc:-gcc} gfortran=${!gfortran:-}

run build_frame
expect 0 "the frame"

# Which space files differ from what the loop has?
orders_agree()
{
	"$work/$1" orders >"$work/orders"
	sed -n 's/^    - //p' "$loops/spaces/$1.yaml" |
		diff "$work/orders" -
}

for name in $(loop_names); do
	run build_loop "$loops/$name.c" "$work/$name" -O0
	[ "$status" -eq 0 ] && run "$work/$name" check
	expect 0 "$name" -o '^[1-9][0-9]* variants, 0 wrong$'
	run orders_agree "$name"
	expect 0 "$name: its space file"
done
ls "$loops"/*.c "$loops"/spaces/*.yaml | sed 's/.*\///; s/\..*//' | sort -u |
	grep -v -x -e paper $(printf ' -e %s' "${frame[@]}") >"$work/there"
loop_names >"$work/named"
run diff "$work/there" "$work/named"
expect 0 "every loop has sizes"

# The other types, and one nest alone with clauses of the command line.
for flags in "cg_4 -DTYPE=float" "matmul -DTYPE=int" "ft_auxfnct_2 -DTYPE=float"; do
	name=${flags% *}
	run build_loop "$loops/$name.c" "$work/typed" -O0 "${flags#* }"
	[ "$status" -eq 0 ] && run "$work/typed" check
	expect 0 "$flags" -o ', 0 wrong$'
done
if grep -q -w fma /proc/cpuinfo; then
	run build_loop "$loops/ft_auxfnct_2.c" "$work/fused" -O2 -mfma
	[ "$status" -eq 0 ] && run "$work/fused" check
	expect 0 "multiplications and additions in one" -o ', 0 wrong$'
else
	skip "multiplications and additions in one" "a processor without them"
fi
for order in jki IKikj,8,24 JIKikj,5,6,7; do
	run build_loop "$loops/matmul.c" "$work/one" -O0 "-DORDER=$order" \
		-DSCHEDULE=dynamic,4 -DTHREADS=2
	[ "$status" -eq 0 ] && run "$work/one"
	expect 0 "matmul, -DORDER=$order" -O "matmul 10669616 right"
done

# A nest that breaks a dependence.
run build_loop "$srcdir/testsuite/loops/broken.c" "$work/broken" -O0
[ "$status" -eq 0 ] && run "$work/broken" check
expect 1 "a broken nest is found" -o '^[0-9]* variants, [1-9][0-9]* wrong$' \
	-e '^wrong: wrong_static,1,0,'
grep -q '^wrong: right' "$work/err"
ok $((!$?)) "and the right one is not blamed"

# The same loops in Fortran.
for flags in "cg_4 -DTILE=512" "ua_diffuse_3 -DORDER=0" \
	"ua_diffuse_3 -DORDER=1" "ua_diffuse_3 -DORDER=2" \
	"ua_diffuse_3 -DORDER=3" "ua_transfer_11 -DORDER=0" \
	"ua_transfer_11 -DORDER=1" "ua_transfer_11 -DORDER=2"; do
	name=${flags% *}
	if ! command -v "$gfortran" >/dev/null; then
		skip "$name in Fortran" "no gfortran"
		continue
	fi
	run "$gfortran" -O0 -fopenmp -DSCHEDULE=dynamic,3 "${flags#* }" \
		"$loops/$name.F90" -o "$work/fortran"
	[ "$status" -eq 0 ] && run "$work/fortran"
	expect 0 "$flags in Fortran" -o "^$name [1-9]"
done
finish
