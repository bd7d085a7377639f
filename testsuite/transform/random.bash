# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random nests: podium says what may be made of them, and all of that is run.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99

# nests GCC SEED COUNT [KIND]: of the kind "beside", with statements there;
# "fortran", in that language; "region", two in each parallel region
nests()
{
	local program=$builddir/testsuite/transform/oracle source=nests.c

	[ "$4" != fortran ] || source=nests.f90
	"$program" "${4:-source}" "$2" "$3" >"$source"
	run "$PODIUM" variants --json --top 100000 --gcc "$1" \
		--profile "$data/sample.profile" --set n=100 --set s=500 \
		--set low=0 "$source"
	expect 0 "$1: podium variants understands $3 nests of seed $2${4:+, $4}"
	mv out nests.json
	run "$program" "check${4:+-$4}" "$2" "$3" nests.json
	sed 's/^/# /' out
	expect 0 "$1: every variant computes the same and keeps all dependences"
	[ "$4" = region ] && return
	if [ "$4" = beside ]; then
		grep -q '^[1-9][0-9]* runs of statements shared out' out
		ok $? "$1: in some of them statements are shared out for themselves"
		grep -q '^[1-9][0-9]* with tiles beside them' out
		ok $? "$1: and loops beside them are cut into tiles"
		return
	fi
	grep -q '^[1-9][0-9]* runs of loops shared' out
	ok $? "$1: in some of them several loops are shared out together"
}
