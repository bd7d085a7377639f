# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium variants on nests by hand: which orders are legal, and why others are
# not. Objects say that without a word of what the plugin can make.

. "$(dirname "$0")/../gccs.sh"
major=${PLUGIN_GCCS##* }
gcc=$(compiler "$major" c)
profile=$data/sample.profile
hand=$srcdir/testsuite/transform/hand.c

read -ra words < <("$PODIUM" cflags --gcc "$gcc")

# object SOURCE [FLAG...]: the object of a source, in this folder
object()
{
	local name=${1##*/}

	case $1 in
	*.f90) "$(compiler "$major" f90)" "${words[@]}" -O2 -fopenmp \
		"${@:2}" -c "$1" -o "${name%.*}.o" ;;
	*.cc) "$(compiler "$major" cc)" "${words[@]}" -O2 -fopenmp "${@:2}" \
		-c "$1" -o "${name%.*}.o" ;;
	*) "$gcc" "${words[@]}" -O2 -fopenmp "${@:2}" -c "$1" \
		-o "${name%.*}.o" ;;
	esac
}

object "$hand" && hand=hand.o
run "$PODIUM" variants --json --top 100000 --gcc "$gcc" --profile "$profile" \
	--set n=1000 --set m=1000 --set s=9 --set '*(end+4)=1000' \
	--set 'sheet->rows=1000' --set 'sheet->columns=1000' "$hand"
expect 0 "all nests are understood"
cp out all.json
run "$PODIUM" variants --json --top 100000 --gcc "$gcc" --profile "$profile" \
	--set '*=1000' --set s=9 "$hand"
cmp -s out all.json
ok $? "one value may stand for all that are not named"

# made FUNCTION WANTED: orders without tiles that are offered
made()
{
	local got

	got=$(jq -r --arg id "$1#1" '.[] | select(.id == $id) | .variants[] |
		.variant | select(contains("tile") or contains("collapse") or
		contains("jam") | not)' all.json |
		sed 's/.*order(\(.*\))/\1/' | sort | tr '\n' ' ')
	[ "$got" = "$2${2:+ }" ] || echo "got $got" >log
	[ "$got" = "$2${2:+ }" ]
	ok $? "$1: ${2:-no order}"
	rm -f log
}

# What isl said of one loop is not asked again for the next one, and is the
# same for each of them alone.
for loop in $(jq -r '.[].id' all.json | awk 'NR % 9 == 0'); do
	run "$PODIUM" variants --json --top 100000 --gcc "$gcc" \
		--profile "$profile" --loop "$loop" --set n=1000 --set m=1000 \
		--set s=9 --set '*(end+4)=1000' --set 'sheet->rows=1000' \
	--set 'sheet->columns=1000' "$hand"
	jq --arg id "$loop" '[.[] | select(.id == $id)]' all.json >among.json
	jq . out | cmp -s - among.json
	ok $? "$loop: alone as among others"
done

# jammed FUNCTION WANTED: loops that may be jammed
jammed()
{
	local got

	got=$(jq -r --arg id "$1#1" '.[] | select(.id == $id) | .variants[] |
		.variant | select(contains("jam")) |
		gsub("jam\\(|:[0-9]*\\)"; "")' all.json | sort -u | tr '\n' ' ')
	[ "$got" = "$2${2:+ }" ] || echo "got $got" >log
	[ "$got" = "$2${2:+ }" ]
	ok $? "$1: jam ${2:-none}"
	rm -f log
}

# tiled FUNCTION WANTED: loops that are offered in tiles
tiled()
{
	local got

	got=$(jq -r --arg id "$1#1" '.[] | select(.id == $id) | .variants[] |
		.variant | select(contains("tile")) |
		sub(".*tile"; "") | gsub(":[0-9]*"; "")' all.json | sort -u |
		tr '\n' ' ')
	[ "$got" = "$2${2:+ }" ] || echo "got $got" >log
	[ "$got" = "$2${2:+ }" ]
	ok $? "$1: tiles ${2:-of none}"
	rm -f log
}

# together FUNCTION WANTED: orders of which so many loops are shared out together
together()
{
	local got

	got=$(jq -r --arg id "$1#1" '.[] | select(.id == $id) | .variants[] |
		.variant | select(contains("collapse")) |
		sub("order\\("; "") | sub("\\) collapse\\("; ":") |
		sub("\\)"; "")' all.json | sort | tr '\n' ' ')
	[ "$got" = "$2${2:+ }" ] || echo "got $got" >log
	[ "$got" = "$2${2:+ }" ]
	ok $? "$1: together ${2:-none}"
	rm -f log
}

# refused FUNCTION REASON: nothing is made of it, for this
refused()
{
	jq --arg id "$1#1" --arg reason "$2" '.[] | select(.id == $id) |
		.count == 0 and (.forbidden | keys | any(contains($reason)))' \
		all.json >log
	grep -qx true log
	ok $? "$1: nothing, $2"
	rm -f log
}

jammed jammed_columns "j"
jammed jammed_neighbours ""
jammed jammed_triangle ""
jammed jammed_early ""
jammed jammed_pointers ""
jammed jammed_counted ""
jammed jammed_in_turn ""
together few "f,g,i:3 f,g:2 f,i,g:2 g,i,f:2"
together few_and_long "f,i:2"
together long_and_few ""
together few_in_turn "f,g:2"
together few_in_a_triangle ""
together few_by_memory ""
together few_and_statement ""
together few_kept_by_thread ""
together few_collapsed ""
for name in few_in_a_triangle:'shared out with' \
	few_by_memory:'where it was not so far' \
	transferred:'come apart'; do
	jq --arg id "${name%%:*}#1" --arg reason "${name#*:}" '.[] |
		select(.id == $id) | .forbidden | keys |
		any(contains($reason))' all.json >log
	grep -qx true log
	ok $? "${name%%:*}: ${name#*:}"
	rm -f log
done
made few_and_statement ""
made transferred "j,i"
made transferred_back "j,i"
made transferred_by_columns "j,i"
made transferred_without_wait "j,i"
made transferred_with_sums "j,i"
made product "i,k,j j,i j,k,i"
tiled product "(i) (i,j) (i,j,k) (i,k) (j) (j,k) (k)"
made product_in_scalar "j,i"
run "$PODIUM" features --json "$hand"
jq -c '.[] | select(.id == "product_in_scalar#1" or .id == "floating_sum#1" or
	.id == "handed_on#1") | [.nest[].carries]' out >log
grep -q '^\[\[\],\[\],\[{"name":"sum","type":"f64"}\]\]$' log
ok $? "the record tells which variable alone holds a loop"
made side_by_side "k,j m,l"
made sum_of_own_row "j,i"
made wider_sum "j,i"
made two_results "j,i"
made sums_of_columns ""
tiled sums_of_columns "(i) (i,j)"
tiled end_behind "(i) (i,j)"
made product_from_zero "i,k,j j,i j,k,i"
made handed_along ""
made transposed "j,i"
made seidel ""
made columns ""
tiled columns "(i) (i,j)"
tiled factor "(j) (j,k)"
made rows_of_pointer "j,i"
made gathered "j,i"
made whole_sum "j,i"
made own_row "2,j"
made shared_together "j,i"
made dead_counters "i,k,j j,i j,k,i"
made orphan "k,j"
made anyone "j,i"
made floating_products "k,j"
made whole_sums "j,i"
made unsigned_rows "j,i"
made through_global "j,i"
made ends_in_members "j,i"
made until_steady "j,i"
for name in may_overlap based_on; do
	made "$name" "j,i) apart(y,x" # behind a check alone
done
made two_names "j,i) apart(other_name,one_name"
refused rows_of_other_length "may leave their rows"
refused unsigned_product "may leave their rows"
refused unsigned_index "may wrap around"

refused wavefront "shared out"
refused flat_of_other_length "in another iteration"
refused histogram "not linear"
refused floating_sum "'sum' goes on"
refused hash "'hash' goes on"
refused handed_on "'last' goes on"
refused pointer_moves "not all of it was understood: the address of a reference at line"
refused last_counter "'j' is used behind the loop"
refused looks_at_now "volatile"
refused assembler "assembler"
refused leaves_early "left early"
refused behind_condition "statements stand beside"
refused triangle "begin or end by one inside it"
refused end_in_memory "computed where it was not"
refused end_in_another "computed where it was not"
refused calls "it calls 'unknown', which may do anything"
refused counts_atomically "synchronise: 'atomic' in line"
refused keeps_last "the clause 'lastprivate' tells"
refused writes_by_call "it calls 'frexp', which may do anything"
refused own_logb "it calls 'logb', which may do anything"
refused kept_by_thread "its thread reads behind it"
refused kept_by_anyone "have for themselves, such as '"
refused jammed_neighbours "'j': several loops stand side by side in it"
refused jammed_neighbours "'j': it cannot be jammed: 'sheet' read at line"
refused floating_sums "adds floating-point numbers up by threads"
refused reduced_otherwise "by another operation"

# What else in a region relies on which thread has which iteration.
object "$srcdir/testsuite/transform/regions.c"
run "$PODIUM" variants --json --top 100000 --gcc "$gcc" --profile "$profile" \
	--set n=1000 --set m=1000 regions.o
expect 0 "loops of regions"
cp out all.json
for name in with_barrier nobody_waits_for_it counts counters_of_the_region; do
	made "$name" "j,i"
	tiled "$name" "(i) (i,j) (j)"
done
made number_is_known "k,j"
made in_scratch "k,j"
refused asks_beside "calls 'omp_get_thread_num', which"
refused pair "nowait: another loop"
refused chain "nowait: another loop"
refused master_goes_on "and a master section"
jq '.[] | select(.id == "made_of_the_last#2") | .count == 0 and
	(.forbidden | keys | any(contains("reads '"'next'"'")))' \
	all.json >log
grep -qx true log
ok $? "made_of_the_last: what the first loop has left goes on in another name"
rm -f log
refused whole_rows "sums of their own iterations"
refused rows_of_its_own "its thread reads behind it"
refused handed_in "have for themselves"
for name in memory_of_its_own fill use mark; do
	refused "$name" "which may differ between threads"
done

run "$PODIUM" variants --gcc "$gcc" --profile "$profile" --set n=1000 \
	--loop transposed#1 "$srcdir/testsuite/transform/hand.c" -- -fwrapv
expect 0 "numbers that wrap around" -o "flags let signed numbers wrap around"

# What is only read meets in nothing: 120 arrays are compared with one.
{
	echo 'double a[120][64][64], b[64][64];'
	echo 'void gather(int n)'
	echo '{'
	echo '#pragma omp parallel for'
	echo 'for (int j = 0; j < n; j++)'
	echo 'for (int i = 0; i < n; i++)'
	echo 'b[i][j] = 0'
	for of in {0..119}; do echo "+ a[$of][i][j]"; done
	echo ';'
	echo '}'
} >many.c
run "$PODIUM" variants --json --gcc "$gcc" --profile "$profile" --set n=60 \
	many.c
jq -e '.[0].count > 0' out >/dev/null
ok $? "an element of many others"

# Data of two types are apart, unless a flag or the function says otherwise.
cat >types.c <<'END'
#ifdef LOOSE
__attribute__((optimize("no-strict-aliasing")))
#endif
void mix(double *x, long *y)
{
#pragma omp parallel for
	for (int j = 0; j < 1000; j++)
		for (int i = 0; i < 1000; i++)
			x[i * 1000 + j] += y[i * 1000 + j];
}
END
run "$PODIUM" variants --gcc "$gcc" --profile "$profile" types.c -- -O1
expect 0 "types tell data apart, however much is optimised" -o '^1  *order(i,j)'
! grep -q 'may overlap' out
ok $? "and nothing overlaps"
run "$PODIUM" variants --gcc "$gcc" --profile "$profile" types.c -- \
	-O2 -fno-strict-aliasing
expect 0 "not by -fno-strict-aliasing" \
	-o 'order(i,j) apart(\(x,y\|y,x\))'
run "$PODIUM" variants --gcc "$gcc" --profile "$profile" types.c -- -O2 -DLOOSE
expect 0 "nor in a function that says so" \
	-o 'order(i,j) apart(\(x,y\|y,x\))'

run "$PODIUM" variants --gcc "$gcc" --profile "$profile" --loop product#1 "$hand"
expect 1 "values are asked for" -e "without values: --set n=N"

# As a shell takes them, and for all loops at once.
cat >grid.c <<'END'
struct grid {
	int rows, size;
};

void first(double *x, const struct grid *g)
{
#pragma omp parallel for
	for (int i = 0; i < g->rows; i++)
		x[i] += i;
}

void second(double *x, const struct grid *g, int n)
{
#pragma omp parallel for
	for (int i = 0; i < g->rows; i++)
		x[i] *= n;
}
END
for command in variants rank; do
	run "$PODIUM" $command --gcc "$gcc" --profile "$profile" grid.c
	expect 1 "what $command asks for can be typed" \
		-e "2 loops cannot be [a-z]* without values: --set 'g->rows=N'$"
	options=$(sed -n 's/.*without values: //p' err | sed 's/=N/=1000/')
	run sh -c "'$PODIUM' $command --gcc '$gcc' --profile '$profile' \
		$options grid.c"
	expect 0 "and is taken"
done
# A source that leaves its rows whatever the numbers touches the next ones.
cat >beyond.c <<'END'
double b[100][100];

void before_row(int n)
{
#pragma omp parallel for
	for (int i = 1; i < n; i++)
		for (int j = 0; j < 100; j++)
			b[i][j] = b[i][j - 1];
}

void behind_row(int n)
{
#pragma omp parallel for
	for (int i = 1; i < n; i++)
		for (int j = 0; j < 100; j++)
			b[i][j] = b[i][j + 1];
}

void in_row(int n)
{
#pragma omp parallel for
	for (int i = 1; i < n; i++)
		for (int j = 1; j < n; j++)
			b[i][j] = b[i][j - 1];
}
END
object beyond.c
run "$PODIUM" variants --json --top 100000 --gcc "$gcc" --profile "$profile" \
	--set n=90 beyond.o
expect 0 "subscripts that leave their rows"
cp out all.json
refused before_row "in another iteration"
refused behind_row "in another iteration"
tiled in_row "(i) (i,j)"
run "$PODIUM" variants --gcc "$gcc" --profile "$profile" --set n=1000 \
	--loop product#1 --top 2 "$hand"
expect 0 "a table" -o "^1  *order" -o "^2  *order"
run grep -c "^3 " out
expect 1 "of two rows"
run "$PODIUM" variants --gcc "$gcc" --profile "$profile" --loop nothing "$hand"
expect 1 "no such loop" -e "no loop 'nothing'"
echo 'int x;' >none.c && "$gcc" -c none.c
run "$PODIUM" variants --gcc "$gcc" --profile "$profile" --set n=1000 \
	--loop product#1 --top 2 none.o "$hand"
expect 0 "beside an object without loops" -o "^1  *order"
run "$PODIUM" variants --gcc "$gcc" none.o none.o
expect 1 "nothing but such objects" -e "none.o and the others: no records"
run "$PODIUM" variants
expect 2 "no file" -e "no file named"
run "$PODIUM" variants --gcc "$gcc" --set n=1000 --show 1 "$hand"
expect 1 "one loop at a time is shown" -e "choose one by --loop"
run "$PODIUM" variants --gcc "$gcc" --profile "$profile" --set n=1000 \
	--loop product#1 --show 9999 "$hand"
expect 1 "none that is not there" -e "there are only"

# Each instance of a template has an entry of its own.
if use "$major" cc; then
	run "$PODIUM" variants --json --top 100000 \
		--gcc "$gcc" --profile "$profile" \
		"$srcdir/testsuite/transform/hand.cc"
	expect 0 "templates"
	jq -c '[.[] | select(.id | test("walk")) | .variants |
		any(.variant | test("j,i[)]"))] | sort' out >log
	grep -Fqx '[false,true]' log
	ok $? "what one instance forbids another one permits"
	jq '[.[] | select(.id | test("copy")) | .variants |
		map(.variant) | index("order(j,i)") != null] == [true, true]' \
		out >log
	grep -qx true log
	ok $? "what all permit is offered for each"
	rm -f log

	# The object of a member function is there, and what a reference names.
	cat >members.cc <<'END'
double b[64][64];
struct sheet {
	int columns;
	void clear(int n);
};

void sheet::clear(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < columns; j++)
			b[j][i] = 0;
}

void copy(const sheet &of, const sheet *from, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < of.columns; j++)
			b[j][i] = 1;
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < from->columns; j++)
			b[j][i] = 2;
}
END
	run "$PODIUM" variants --json --gcc "$gcc" --profile "$profile" \
		--set n=60 --set 'this->columns=60' --set 'of->columns=60' \
		--set of.columns=60 --set 'from->columns=60' members.cc
	jq -c 'map(any(.variants[]; .variant == "order(j,i)"))' out >log
	grep -Fqx '[true,true,false]' log
	ok $? "ends in members of an object that is there"
	rm -f log

	# What containers hold is asked for, and not where they begin and end.
	cat >sizes.cc <<'END'
#include <vector>
static int y[1000][1000];
void turn(const std::vector<std::vector<double>> &x)
{
#pragma omp parallel for
	for (std::size_t j = 0; j < x[0].size(); j++)
		for (std::size_t i = 0; i < x.size(); i++)
			y[i][j] += 1;
}
END
	run "$PODIUM" variants --gcc "$gcc" --profile "$profile" sizes.cc
	expect 1 "sizes of containers are asked for" \
		-e "values: --set 'x\[0\].size()=N' --set 'x.size()=N'$"
	object sizes.cc
	run "$PODIUM" variants --json --gcc "$gcc" --profile "$profile" \
		--set '*=700' sizes.o
	cp out any.json
	run "$PODIUM" variants --json --gcc "$gcc" --profile "$profile" \
		--set 'x.size()=700' --set 'x[0].size()=700' sizes.o
	jq -e '.[0].variants | length > 1' out >/dev/null && cmp -s out any.json
	ok $? "and may be given, or as all that has no value"
	run "$PODIUM" features --gcc "$gcc" sizes.cc
	expect 0 "they are shown so" -o 'j: x\[0\].size()'

	# Another number divides a size.
	cat >led.cc <<'END'
#include <vector>
void words(const std::vector<char> &bytes, double *x)
{
#pragma omp parallel for
	for (std::size_t i = 0; i < bytes.size() / 8; i++)
		x[i] = 1;
}
void quarters(const std::vector<double> &y, double *x)
{
#pragma omp parallel for
	for (std::size_t i = 0; i < y.size() / 4; i++)
		x[i] = 1;
}
END
	run "$PODIUM" features --gcc "$gcc" led.cc
	expect 0 "a share of a size is none" \
		-o 'i: floor(bytes.size() /' -o 'i: floor(y.size() / 4)'
fi

# An entry may be put into podium.tuned as it is.
cp "$srcdir/testsuite/transform/hand.c" . && chmod u+w hand.c
run "$PODIUM" variants --gcc "$gcc" --profile "$profile" --set n=1000 \
	--loop transposed#1 --show 1 hand.c
expect 0 "an entry" \
	-o '^hand.c:transposed#1 order(i,j) tile(j:32) proof([0-9a-f]*)    # hand.c:'
{ echo podium.tuned 2 && cat out; } >podium.tuned
object hand.c "-fplugin-arg-podium-use=podium.tuned" 2>err
"$PODIUM" features --json hand.o >out 2>log
jq -e '.[] | select(.id == "transposed#1") | .entry.state == "applied"' out \
	>log && ! grep -q podium err
ok $? "the compiler obeys it"

# asked SOURCE KIND REASON: none of the kind can be made of the source, for
# this; others may be
asked()
{
	run "$PODIUM" variants --gcc "$gcc" --profile "$profile" --set n=1000 \
		--top 1000 --json "$1"
	jq --arg kind "$2" --arg reason "$3" '.[0] | .planned and
		(.variants | all(.variant | contains($kind) | not)) and
		(.forbidden | to_entries | any(.value > 0 and
			(.key | contains($reason))))' out >log
	grep -qx true log
}

# GCC knows that s is 1 whenever the second loop begins: nothing holds it. Its
# first value comes from the loop around.
printf '%s\n' 'double a[100][100][100], q[100];' 'void step(int n)' '{' \
	'#pragma omp parallel for' '	for (int o = 0; o < n; o++) {' \
	'		double s = 1;' '		for (int j = 0; j < n; j++) {' \
	'			for (int i = 0; i < n; i++) {' \
	'				a[o][i][j] += s;' \
	'				s = a[o][i][j] + q[i];' '			}' \
	'			for (int i = 0; i < n; i++)' \
	'				a[o][i][j] *= s;' '			s = 1;' '		}' \
	'	}' '}' >hidden.c
asked hidden.c 'jam(j' "s"
ok $? "a variable that brings a value from the loop around"

# Loops that a macro makes, and loops of a header. An object does not tell what
# the plugin can make.
printf '%s\n' '#define ROWS for (int i = 0; i < 100; i++)' \
	'int a[100][100];' 'void step(void)' '{' '#pragma omp parallel for' \
	'	ROWS' '		for (int j = 0; j < 100; j++)' \
	'			a[j][i] += i;' '}' >made.h
cp made.h made.c
echo '#include "made.h"' >includes.c
for source in made.c includes.c; do
	run "$PODIUM" variants --gcc "$gcc" --profile "$profile" $source
	expect 0 "$source: loops of a macro" -o '^[0-9]*  *order(j,i) ' \
		-o "The plugin can make each of these"
done
object made.c
run "$PODIUM" variants --gcc "$gcc" --profile "$profile" made.o
expect 0 "of an object all is shown that is legal" -o "^[0-9]* *order(j,i) " \
	-o "objects do not tell"
run "$PODIUM" variants --gcc "$gcc" --profile "$profile" --json made.o
jq '.[0].planned | not' out >log
grep -qx true log
ok $? "which is said to programs, too"

# What an array of Fortran has in a row is never less than 0.
if use "$major" f90; then
	cat >extents.f90 <<'END'
subroutine inside(low, high, a, b)
  integer :: low, high
  real(8) :: a(low-2:high+2, low-2:high+2), b(low-2:high+2, low-2:high+2)
  integer :: j, k
!$omp parallel do
  do k = low, high + 1
    do j = low, high + 1
      a(j, k) = b(j - 1, k) + b(j, k - 1)
    end do
  end do
end subroutine

subroutine beyond(low, high, depth, a)
  integer :: low, high, depth
  real(8) :: a(low-2:high+2, low-2:high+2)
  integer :: j, k
!$omp parallel do
  do k = low, high
    do j = 1, depth
      a(high + j, k) = a(high + 1 - j, k)
    end do
  end do
end subroutine
END
	run "$PODIUM" variants --json --top 100000 --gcc "$gcc" \
		--profile "$profile" --set low=1 --set high=1000 --set depth=2 \
		extents.f90
	expect 0 "arrays of Fortran with bounds of their own"
	cp out all.json
	made inside_ "j,k"
	made beyond_ "j,k" # the language says so, as nothing surely leaves
fi

# Of tiles beside statements the first cache holds what the loops inside touch,
# or what the next iteration of the outermost one touches again.
cat >sizes.c <<'END'
double sums[100][100], left[100][100], right[100][100];
void product(void)
{
#pragma omp parallel for
	for (int k = 0; k < 100; k++) {
		sums[0][k] = right[0][k];
		for (int i = 1; i < 100; i++)
			for (int j = 0; j < 100; j++)
				sums[i][k] += left[i][j] * right[j][k];
	}
}
END
object sizes.c
run "$PODIUM" variants --json --top 100000 --gcc "$gcc" --profile "$profile" sizes.o
jq -r '.[0].variants[].variant |
	select(test("order[(]i,j,k[)] tile[(]k:[0-9]*,i:[0-9]*[)]"))' out |
	sort | tr '\n' ' ' >log
printf 'distribute(k) order(i,j,k) tile(k:%d,i:%d) ' 16 16 64 64 8 8 | cmp -s - log
ok $? "tiles beside statements have sizes that fit caches"

# GCC fills vectors along j around a loop of known length, not in a tile of it.
cat >around.c <<'END'
static double a[96][96], b[96][96], c[96][96];
void around(void)
{
#pragma omp parallel for
	for (int i = 0; i < 96; i++)
		for (int j = 0; j < 96; j++)
			for (int k = 0; k < 96; k++)
				c[i][j] += a[i][k] * b[k][j];
}
END
object around.c -O3 -mavx2 -fno-loop-interchange -fno-loop-unroll-and-jam
run "$PODIUM" variants --json --top 100000 --gcc "$gcc" --profile "$profile" \
	around.o
jq '.[0].variants | map(select(.variant |
	test("k\\).*k:.*\\)$")) | .predicted) |
	min > 1.2' out >log
grep -qx true log
ok $? "vectors along the loop around another one are not those of its tiles"

# What is loaded before a store and behind it, and no other store behind that,
# is handed on to the next iteration. In these GCC 13 first filled vectors.
cat >twice.c <<'END'
void sum(int n, double u[restrict][280], double v[restrict][280],
	 double *restrict w, double *restrict f, double *restrict out)
{
#pragma omp parallel for
	for (int j = 0; j < n; j++) {
		double s = 0;
		for (int i = 0; i < n; i++) {
			u[i][j] += w[i] * f[j];
			s += v[i][j] * w[i];
		}
		out[j] = s * 2;
	}
}

void update(int n, double u[restrict][280], double v[restrict][280],
	    double *restrict w, double *restrict f, double *restrict g)
{
#pragma omp parallel for
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++) {
			u[i][j] += w[i] * f[j];
			v[i][j] += w[i] * g[j];
		}
}
END
object twice.c -O3
run "$PODIUM" variants --json --top 1000 --gcc "$gcc" --profile "$profile" \
	--set n=280 twice.o
jq --argjson hands "$([ "$major" -lt 13 ] && echo true || echo false)" '
	(.[0].variants | map(select(.variant | test("^jam.*\\)$")) |
		.predicted) | min) as $sum |
	(.[1].variants | map(.predicted) | min) as $update |
	($sum > 2 * $update) == $hands' out >log
grep -qx true log
ok $? "no vectors are expected of loads that iterations hand on"

# ---- vectors that GCC writes out, where the flags let the code grow ----

cat >short.c <<'END'
float a[32][32], b[32][32], c[32][32];
void product(void)
{
#pragma omp parallel for schedule(static)
	for (int i = 0; i < 32; i++)
		for (int j = 0; j < 32; j++)
			for (int k = 0; k < 32; k++)
				c[i][j] += a[i][k] * b[k][j];
}
END

# as_made NAME FLAG...: the prediction of an order is that of what GCC makes of
# it, within 5 %; its cycles are added to a file
as_made()
{
	local name=$1 rank before after

	shift
	run "$PODIUM" variants --json --top 100000 --gcc "$gcc" \
		--profile "$profile" short.c -- "$@"
	read -r rank before < <(jq -r '.[0].variants[] |
		select(.variant == "order(i,k,j)") | "\(.rank) \(.cycles)"' out)
	{
		echo podium.tuned 2
		"$PODIUM" variants --show "$rank" --gcc "$gcc" \
			--profile "$profile" short.c -- "$@"
	} >podium.tuned
	object short.c -fplugin-arg-podium-use=podium.tuned \
		-fplugin-arg-podium-made "$@"
	run "$PODIUM" rank --json --schedule static --threads 2 --gcc "$gcc" \
		--profile "$profile" short.o
	after=$(jq '.[0].variants[0].cycles' out)
	echo "$before" >>cycles
	jq -n "$before / $after | . > .95 and . < 1.05" | grep -q true
	ok $? "$name: $before cycles before, $after after"
}
rm -f cycles
as_made "vectors written out" -O3
as_made "vectors in a loop" -O2 -ftree-vectorize -fvect-cost-model=dynamic
paste -s cycles | awk '{ exit !($1 * 1.2 < $2) }'
ok $? "what is written out keeps its sums in registers"

# ---- sums of whole numbers ----

cat >whole.c <<'END'
unsigned a[200][200], b[200][200], c[200][200];
int d[200][200];
unsigned char small[200];
int least[200];
void product(void)
{
#pragma omp parallel for
	for (int i = 0; i < 200; i++)
		for (int j = 0; j < 200; j++) {
			unsigned sum = 0;

			for (int k = 0; k < 200; k++)
				sum += a[i][k] * b[k][j];
			c[i][j] = sum;
		}
}
/* of the element another sign */
void sign(void)
{
#pragma omp parallel for
	for (int i = 0; i < 200; i++)
		for (int j = 0; j < 200; j++) {
			unsigned sum = 0;

			for (int k = 0; k < 200; k++)
				sum += a[i][k] * b[k][j];
			d[i][j] = sum;
		}
}
void shifted(void)
{
#pragma omp parallel for
	for (int i = 0; i < 200; i++)
		for (int j = 0; j < 200; j++) {
			int sum = 0;

			for (int k = 0; k < 200; k++)
				sum += a[i][k] * b[k][j];
			c[i][j] = sum >> 1;
		}
}
void narrow(void)
{
#pragma omp parallel for
	for (int j = 0; j < 200; j++) {
		signed char sum = 0;

		for (int k = 0; k < 200; k++)
			sum += a[k][j];
		small[j] = sum;
	}
}
void minimum(void)
{
#pragma omp parallel for
	for (int j = 0; j < 200; j++) {
		unsigned m = 1000;

		for (int k = 0; k < 200; k++)
			m = a[k][j] < m ? a[k][j] : m;
		least[j] = m;
	}
}
END
run "$PODIUM" variants --json --top 100000 --gcc "$gcc" --profile "$profile" \
	whole.c -- -O3
# orders LOOP WANTED: those without tiles
orders()
{
	jq -r --arg id "$1#1" '.[] | select(.id == $id) | .variants[].variant |
		select(contains("tile") or contains("jam") | not)' out |
		sort | paste -s -d ' ' >log
	[ "$(cat log)" = "$2" ]
	ok $? "$1: ${2:-no order}"
}
orders product "order(j,i)"
orders sign "order(j,i)"
orders shifted "order(j,i)"
orders narrow ""
orders minimum ""
jq -e '.[0].variants[] | select(.variant == "order(j,i)") | .predicted > 1' \
	out >log 2>&1
ok $? "without the vectors along j it is slower"

run "$PODIUM" variants --show 1 --json hand.c
expect 2 "not both" -e "does not go with"
finish
