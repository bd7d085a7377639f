# SPDX-License-Identifier: GPL-3.0-or-later
#
# What shells read of podium.

bashcompletiondir = $(datadir)/bash-completion/completions
dist_bashcompletion_DATA = contrib/completion/podium
zshcompletiondir = $(datadir)/zsh/site-functions
dist_zshcompletion_DATA = contrib/completion/_podium
