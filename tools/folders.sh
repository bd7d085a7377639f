# SPDX-License-Identifier: GPL-3.0-or-later
#
# Small Debians in folders, where podium is built and tried as it would be on
# another machine. Sourced; $folder is where they lie.

arguments=("$@")
folder=/var/tmp/podium-gccs
checkout=$(cd "$(dirname "$0")/.." && pwd) || exit 1
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

say() {
	printf '%s: %s\n' "${0##*/}" "$*" >&2
}

die() {
	say "$*"
	exit 1
}

# Exit status 77, as of tests that are skipped: it is not podium that fails.
cannot() {
	say "$*"
	exit 77
}

# What is mounted in a namespace of its own is gone with the last process there.
need_root() {
	[ "$(id -u)" -eq 0 ] || cannot "not root; try: sudo tools/${0##*/}"
	command -v debootstrap >/dev/null ||
		cannot "no debootstrap; try: apt-get install debootstrap"
	unshare --mount true || cannot "nothing can be mounted here"
	if [ -z "${PODIUM_OWN_MOUNTS-}" ]; then
		PODIUM_OWN_MOUNTS=1 exec unshare --mount "$0" "${arguments[@]}"
	fi
}

# Packages can be had, or nothing goes on.
need_packages() { # SUITE
	wget -q -t 1 -T 30 -O /dev/null "$mirror/dists/$1/Release" ||
		cannot "cannot reach $mirror; DEBIAN_MIRROR names another mirror"
}

# The same on every machine: in a folder, with nothing of the user's.
inside() { # SUITE COMMAND
	chroot "$folder/$1" env -i HOME=/root LC_ALL=C \
		PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
		DEBIAN_FRONTEND=noninteractive \
		bash -c "cd /podium && $2" </dev/null
}

# apt goes the way that it goes outside. A root that is mounted is one in which
# tests can mount.
enter() { # SUITE [RELEASE]
	local root=$folder/$1 release=${2:-$1}

	if [ ! -e "$root/.complete" ]; then
		need_packages "$release"
		say "making $root, which takes a minute or two"
		rm -rf --one-file-system "$root"
		mkdir -p "$folder" &&
			debootstrap --variant=minbase "$release" "$root" "$mirror" \
				>"$folder/$1.log" 2>&1 && touch "$root/.complete" ||
			return 1
	fi
	mkdir -p "$root/podium"
	cp /etc/resolv.conf "$root/etc/"
	cp /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/" 2>/dev/null
	mount --bind "$root" "$root" && mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" &&
		mount --rbind -o ro /sys "$root/sys"
}

# The files that were brought for apt stay as they are.
apt_install() { # SUITE PACKAGE...
	local suite=$1

	shift
	inside "$suite" "dpkg-query -W $* || {
			apt-get -qq update &&
			apt-get -qq -o Dpkg::Options::=--force-confold install \
				-y --no-install-recommends $*
		}" >>"$folder/$suite.log" 2>&1
}

# Files that git ignores stay here; what is gone here goes there as well. Times
# are kept, so that only what has changed is compiled again.
copy_checkout() { # SUITE [FOLDER]
	local source=$folder/$1/podium/${2:-source}

	mkdir -p "$source" && cd "$checkout" || return 1
	git ls-files -z --cached --others --exclude-standard |
		while IFS= read -r -d '' file; do
			[ ! -e "$file" ] || printf '%s\n' "$file"
		done | sort >"$source.files.new"
	[ -s "$source.files.new" ] || return 1
	if [ -e "$source.files" ]; then
		comm -23 "$source.files" "$source.files.new" |
			(cd "$source" && xargs -r -d '\n' rm -f)
	fi
	tar -cf - -T "$source.files.new" | tar -xf - -C "$source" &&
		mv "$source.files.new" "$source.files"
}
