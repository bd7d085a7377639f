# SPDX-License-Identifier: GPL-3.0-or-later
#
# What shells, environment modules and Spack read of podium.

bashcompletiondir = $(datadir)/bash-completion/completions
dist_bashcompletion_DATA = contrib/completion/podium
zshcompletiondir = $(datadir)/zsh/site-functions
dist_zshcompletion_DATA = contrib/completion/_podium

# For "module use PREFIX/share/modulefiles", where it is podium/VERSION.
modulefiledir = $(datadir)/modulefiles/podium
modulefile_DATA = contrib/$(VERSION)
EXTRA_DIST += contrib/modulefile.in

EXTRA_DIST += \
	contrib/spack/spack_repo/podium/repo.yaml \
	contrib/spack/spack_repo/podium/packages/podium/package.py

CLEANFILES += contrib/$(VERSION)

contrib/$(VERSION): contrib/modulefile.in Makefile
	$(AM_V_GEN)$(MKDIR_P) contrib && \
	sed -e 's|@VERSION[@]|$(VERSION)|g' -e 's|@bindir[@]|$(bindir)|' \
		-e 's|@mandir[@]|$(mandir)|' $(srcdir)/contrib/modulefile.in >$@
