# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium exec: the settings of a tuned file in the environment of a program.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
for name in $(env | sed -n 's/^\(G\?OMP_[A-Z_]*\)=.*/\1/p'); do
	unset "$name"
done
shown='env | grep "^G\?OMP_" | sort'

printf '%s\n' 'podium.tuned 2' 'setting OMP_WAIT_POLICY=active' \
	' setting	OMP_PLACES={0:2},{2:2}  # two places' \
	'#setting OMP_DYNAMIC=true' 'x.c:f#1 schedule(static) force' \
	'setting GOMP_SPINCOUNT=1000' >podium.tuned
run "$PODIUM" exec sh -c "$shown"
expect 0 "settings are in the environment" -E "" -O 'GOMP_SPINCOUNT=1000
OMP_PLACES={0:2},{2:2}
OMP_WAIT_POLICY=active'
run "$PODIUM" exec --print
expect 0 "--print" -E "" -O 'OMP_WAIT_POLICY=active
OMP_PLACES={0:2},{2:2}
GOMP_SPINCOUNT=1000'
for shell in sh bash dash; do
	command -v $shell >/dev/null || continue
	for way in 'export $("$PODIUM" exec --print);' \
		'env $("$PODIUM" exec --print)'; do
		run env PODIUM="$PODIUM" $shell -c "$way sh -c '$shown'"
		expect 0 "$shell: $way" -E "" -o '^OMP_PLACES={0:2},{2:2}$' \
			-o '^OMP_WAIT_POLICY=active$'
	done
done
run env OMP_WAIT_POLICY=passive GOMP_SPINCOUNT=1000 "$PODIUM" exec sh -c "$shown"
expect 0 "the user's own value stays, and that is said" \
	-E "podium exec: warning: the environment keeps OMP_WAIT_POLICY=passive (not active); unset it to have the setting of podium.tuned" \
	-o '^OMP_WAIT_POLICY=passive$' -o '^OMP_PLACES={0:2},{2:2}$'
run env OMP_WAIT_POLICY=passive "$PODIUM" exec --print
expect 0 "--print leaves it out" -e 'OMP_WAIT_POLICY=passive' \
	-O 'OMP_PLACES={0:2},{2:2}
GOMP_SPINCOUNT=1000'

echo word >./at
run "$PODIUM" exec printf '%s.' --print -- @at -x
expect 0 "arguments of the program" -O '--print.--.@at.-x.' -E ""
run "$PODIUM" exec -- printf '%s.' --use
expect 0 "a program behind --" -O '--use.' -E ""
run "$PODIUM" exec sh -c 'exit 37'
expect 37 "the exit status is the program's"
run "$PODIUM" exec sh -c 'kill -TERM $$'
expect 143 "so is a signal"
"$PODIUM" exec sh -c 'echo $$; exec sleep 20' >pid &
while [ ! -s pid ]; do sleep .1; done
[ "$(cat pid)" = $! ] && kill -INT $!
wait $!
ok $? "the program has podium's process" $?

cp podium.tuned other
printf 'podium.tuned 2\n' >podium.tuned
run "$PODIUM" exec sh -c "$shown"
expect 0 "no settings" -O "" -E ""
run "$PODIUM" exec --use other sh -c "$shown"
expect 0 "another file" -o '^GOMP_SPINCOUNT=1000$' -E ""
rm podium.tuned
run "$PODIUM" exec touch made
expect 125 "no tuned file" -e "cannot open 'podium.tuned': No such file"
echo other >podium.tuned
run "$PODIUM" exec touch made
expect 125 "a file of another kind" -e "'podium.tuned' is no tuned file"
# bad LINE MESSAGE
bad()
{
	printf 'podium.tuned 2\n%s\n' "$1" >podium.tuned
	run "$PODIUM" exec touch made
	expect 125 "$1" -O "" -e "^podium exec: podium.tuned:$2"
}
bad 'setting LD_PRELOAD=x.so' '2:9: expected OMP_NAME=VALUE or GOMP_NAME=VALUE'
bad 'setting OMP_=1' '2:9: expected OMP_NAME'
bad 'setting omp_dynamic=1' '2:9: expected OMP_NAME'
bad 'setting OMP_DYNAMIC' '2:9: expected OMP_NAME'
bad 'setting OMP_DYNAMIC=' '2:21: expected a value'
bad 'setting OMP_PLACES=a*' '2:21: expected letters, digits and'
bad 'setting OMP_PLACES={0}, {1}' '2:25: expected letters'
bad 'setting OMP_X=$(touch${IFS}made)' '2:15: expected a value'
bad 'setting OMP_X=1
setting OMP_X=2' '3:16: a setting given twice'
[ ! -e made ]
ok $? "nothing was run"

echo 'podium.tuned 2' >podium.tuned
run "$PODIUM" exec nowhere
expect 127 "no such program" -e "cannot run 'nowhere': No such file"
run "$PODIUM" exec /
expect 126 "no program" -e "cannot run '/': Permission denied"
run "$PODIUM" exec
expect 125 "no command" -e "name a program"
run "$PODIUM" exec --print true
expect 125 "--print and a command" -e "--print runs no program"
run "$PODIUM" exec --pint
expect 125 "a misspelt option" -e "did you mean '--print'"
finish
