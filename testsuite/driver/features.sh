# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium features on files that need no plugin: what it shows, and how it
# meets hostile ones.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99

object sample.o "$data/sample.json" || exit 99
cp empty.o none.o
: >nothing
object without-loops.o nothing || exit 99

# ---- what is shown ----

run "$PODIUM" features sample.o
expect 0 "the table" -E ""
diff "$data/sample.table" out >err
ok $? "the table is as expected"
sed '1{h;d};$G' "$data/sample.json" >turned
object turned.o turned && "$PODIUM" features turned.o |
	sed 's/turned[.]o/sample.o/' >again
diff "$data/sample.table" again >err
ok $? "loops come in the order of the source"
run "$PODIUM" features --detail sample.o
diff "$data/sample.detail" out >err
ok $? "every loop in full is as expected"
run "$PODIUM" features --json sample.o
jq -c '.[]' out >again 2>err && jq -c . "$data/sample.json" | diff - again >err
ok $? "--json gives the records as they are"
for loop in csr#1 csr 32 sample.c:30; do
	run "$PODIUM" features --loop "$loop" sample.o
	expect 0 "--loop $loop selects one" -o '^sample.c:30:9 csr#1' \
		-o '^1 loop, 1 analysed'
done
run "$PODIUM" features --loop csr --loop 50 sample.o
expect 0 "--loop twice selects two" -o '^2 loops, 1 analysed, 1 only seen'
run "$PODIUM" features --loop nobody#1 sample.o
expect 1 "a loop that is not there" -e "no loop 'nobody#1'"
run "$PODIUM" features without-loops.o
expect 0 "a section without loops" -o '^0 loops, 0 analysed'
run "$PODIUM" features --json without-loops.o
expect 0 "a section without loops as JSON" -O '[]'
run env TERM=xterm "$PODIUM" features sample.o
grep -q '3 loops' out && ! grep -q "$(printf '\033')" out
ok $? "no colour off a terminal"

# ---- what other units know ----

sed '1!d; s/"rewrite_why":\[\]/&,"needs":["forces"]/' "$data/sample.json" >needing
object needing.o needing
run "$PODIUM" features needing.o
expect 0 "a function that is not seen, and the remedy" \
	-o "clauses: better not: calls 'forces', whose body podium has not seen" \
	-o 'remedy: .*safe(forces) or'
echo '{"schema":1,"unit":"forces.c","safe":["forces"]}' >unit
objcopy --add-section .podium.units=unit none.o forces.o
run "$PODIUM" features --detail needing.o forces.o
expect 0 "a function that another unit establishes" \
	-o 'an entry needs safe(forces), which other units establish'
! grep -q 'better not' out
ok $? "and that is no reason any more"

# ---- kinds of files ----

run "$PODIUM" features sample.o without-loops.o sample.o
expect 0 "several files" -o '^6 loops'
ar rc lib.a none.o sample.o
run "$PODIUM" features lib.a
expect 0 "an archive" -o '^3 loops'
ar rc long.a none.o
cp sample.o a-name-longer-than-fifteen-letters.o
ar rc long.a a-name-longer-than-fifteen-letters.o
run "$PODIUM" features long.a
expect 0 "an archive with a long name" -o '^3 loops'
mkdir sub && cp sample.o sub/sample.o && (cd sub && ar rcT thin.a sample.o)
run "$PODIUM" features sub/thin.a
expect 0 "a thin archive" -o '^3 loops'
ar rc empty.a
run "$PODIUM" features empty.a
expect 1 "an empty archive" -e 'empty.a: holds no records'
"${CC:-gcc}" -shared -o lib.so sample.o
run "$PODIUM" features lib.so
expect 0 "a shared library" -o '^3 loops'
echo 'int main(void) { return 0; }' >main.c
"${CC:-gcc}" -o program main.c sample.o a-name-longer-than-fifteen-letters.o
run "$PODIUM" features program
expect 0 "an executable has the records of all its objects" -o '^6 loops'
strip -o stripped program
run "$PODIUM" features stripped
expect 0 "strip leaves them" -o '^6 loops'
objcopy -I elf64-x86-64 -O elf32-i386 sample.o 32.o 2>/dev/null
run "$PODIUM" features 32.o
expect 0 "an object of 32 bits" -o '^3 loops'
# Big-endian: header, one section of names, one of records.
be()
{
	local names='\0.shstrtab\0.podium.loops\0' size
	size=$(wc -c <"$data/sample.json")
	printf '\177ELF\002\002\001\0\0\0\0\0\0\0\0\0\0\001\0\025\0\0\0\001'
	head -c 23 /dev/zero
	printf '\100'
	printf '\0\0\0\0\0\100\0\0\0\0\0\100\0\003\0\001'
	head -c 64 /dev/zero
	printf '\0\0\0\001\0\0\0\003'
	head -c 16 /dev/zero
	printf '\0\0\0\0\0\0\001\0\0\0\0\0\0\0\0\031'
	head -c 24 /dev/zero
	printf '\0\0\0\013\0\0\0\001'
	head -c 16 /dev/zero
	printf '\0\0\0\0\0\0\001\031\0\0\0\0\0\0'
	printf "$(printf '\\%03o\\%03o' $((size / 256)) $((size % 256)))"
	head -c 24 /dev/zero
	printf "$names"
	cat "$data/sample.json"
}
be >be.o
run "$PODIUM" features be.o
expect 0 "an object of the other byte order" -o '^3 loops'

# ---- no records ----

run "$PODIUM" features none.o
expect 1 "an object without records says why" \
	-e 'none.o: holds no records.*podium cflags'
"${CC:-gcc}" -o plain main.c
run "$PODIUM" features plain
expect 1 "an executable without records speaks of -flto" -e '-flto'
run "$PODIUM" features none.o sample.o
expect 0 "one of two holds records" -e 'none.o: holds no' -o '^3 loops'
cp none.o none2.o
cp none.o none3.o
run "$PODIUM" features none.o none2.o sample.o none3.o
expect 0 "several without records are counted" \
	-e 'none.o and 2 other files: hold no records' -o '^3 loops'
[ "$(grep -c warning err)" = 1 ]
ok $? "in one warning"

# ---- hostile files ----

# hostile NAME ERROR: status 1, one message that names the file, no output.
hostile()
{
	run "$PODIUM" features "$1"
	expect 1 "$1: $2" -e "^podium features: .*$1" -e "$2" -O ""
}

hostile missing.o 'No such file or directory'
hostile sub 'is a folder'
mkfifo fifo
hostile fifo 'is no regular file'
hostile nothing 'is no object'
hostile /dev/null 'is no regular file'
head -c 300 sample.o >cut.o
hostile cut.o 'is cut off or damaged'
head -c 10 sample.o >cut10.o
hostile cut10.o 'is cut off or damaged'
printf '\177ELF' >magic.o
hostile magic.o 'is cut off or damaged'
head -c $(($(wc -c <sample.o) - 64)) sample.o >cut64.o
hostile cut64.o 'is cut off or damaged'
head -c 900 lib.a >cut.a
hostile cut.a 'is cut off or damaged'
printf '!<arch>\nnonsense' >header.a
hostile header.a 'byte 8: the archive is cut off'
cp -r sub thin && rm thin/sample.o
hostile thin/thin.a 'thin.a(sample.o).*No such file'

# damage SCRIPT FILE: records changed by sed.
damage()
{
	sed "$1" "$data/sample.json" >records
	object "$2" records
}

damage '2s/"line":30/"line":"x"/' type.o
hostile type.o 'record 2: line: not an integer; .*compile'
damage '1s/"trip":"n"/"trip":["foo"]/' grammar.o
hostile grammar.o "record 1: nest\[0\].trip: unknown operator 'foo'"
damage '1s/"schema":1/"schema":7/' schema.o
hostile schema.o 'schema 7 is newer'
damage '3s/.$//' syntax.o
hostile syntax.o 'record 3: byte'
printf '{"id":"\377"}\n' >records && object utf8.o records
hostile utf8.o 'unable to decode'
head -c 4000 "$data/sample.json" >records && object short.o records
hostile short.o 'cut off, it does not end in a newline'
head -c 3000000 /dev/zero | tr '\0' '[' >records && echo >>records
object deep.o records
hostile deep.o 'maximum parsing depth'
head -c 17000000 /dev/zero | tr '\0' ' ' >records && echo >>records
object long.o records
hostile long.o 'more than 16777216'
printf '{"id": \033[31m}\n' >records && object escape.o records
run "$PODIUM" features escape.o
grep -q 'near' err && ! grep -q "$(printf '\033')" err
ok $? "an error message cannot steer the terminal"
# patch FILE OFFSET BYTES: overwrite in place.
patch()
{
	printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

# Offset of the section header of the records in a 64-bit object.
headers=$(readelf -h sample.o | sed -n 's/.*Start of section headers: *\([0-9]*\).*/\1/p')
index=$(readelf -SW sample.o | sed -n 's/^ *\[ *\([0-9]*\)\] \.podium\.loops.*/\1/p')
header=$((headers + 64 * index))
cp sample.o size.o && patch size.o $((header + 32)) '\377\377\377\377\377\0\0\0'
hostile size.o 'reaches beyond the end of the file'
cp sample.o offset.o && patch offset.o $((header + 24)) '\377\377\377\177'
hostile offset.o 'reaches beyond the end of the file'
cp sample.o compressed.o && patch compressed.o $((header + 8)) '\0\010\0\0'
hostile compressed.o 'is compressed'
cp sample.o nobits.o && patch nobits.o $((header + 4)) '\010\0\0\0'
hostile nobits.o 'has no content'
cp sample.o name.o && patch name.o "$header" '\377\377\377\177'
hostile name.o 'has a section without a name'
run "$PODIUM" features cut.o sample.o
expect 1 "a bad file does not hide a good one" -e 'cut.o' -o '^3 loops'

# ---- usage ----

run "$PODIUM" features
expect 2 "no file" -e 'no file named'
run "$PODIUM" features --jsn sample.o
expect 2 "a misspelt option" -E \
	"podium features: unknown option '--jsn'; did you mean '--json'?"
run "$PODIUM" features --loop
expect 2 "an option without its value" -e "'--loop' needs a value"
run "$PODIUM" features --json=x sample.o
expect 2 "a value too many" -e "'--json' takes no value"
run "$PODIUM" features sample.o -- -O2
expect 2 "flags without a source" -e 'no source to compile'
run "$PODIUM" features README
expect 1 "a file that is not there" -e "cannot open 'README'"
cp main.c main.txt
run "$PODIUM" features main.txt
expect 1 "a text that is no source" -e 'nor named like a source'
if [ -w /dev/full ]; then
	"$PODIUM" features sample.o >/dev/full 2>err
	status=$?
	: >out
	expect 1 "a full disk is a failure" -e 'cannot write the result'
else
	skip "a full disk is a failure" "no /dev/full"
fi
finish
