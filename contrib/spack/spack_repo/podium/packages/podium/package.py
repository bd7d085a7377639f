# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium for Spack 1.0 and later, with the plugin for the GCC that builds it:
#
#	spack repo add contrib/spack/spack_repo/podium
#	spack install podium@main %gcc@14
#
# It is fetched from the checkout that this file lies in, as it was committed.

from pathlib import Path

from spack_repo.builtin.build_systems.autotools import AutotoolsPackage

from spack.package import *


class Podium(AutotoolsPackage):
    """Tunes the OpenMP loops of programs: a plugin of GCC reads them, models
    predict which clauses are fast on this machine, and the best few are run."""

    homepage = f"file://{Path(__file__).resolve().parents[6]}"
    git = homepage

    license("GPL-3.0-or-later")

    version("main", branch="main")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("autoconf@2.69:", type="build")
    depends_on("automake@1.15:", type="build")
    depends_on("pkgconfig", type="build")

    depends_on("elfutils")
    depends_on("gmp")
    depends_on("gsl@2.5:")
    depends_on("hwloc@2.0:")
    depends_on("jansson@2.10:")
    depends_on("libyaml@0.2.1:")
    depends_on("sqlite@3.8:")
    depends_on("isl@0.22:")

    requires("%gcc@11:16", msg="podium is a plugin of GCC 11 to 16")

    def configure_args(self):
        # Spack's wrapper has no plugin headers, so the plugin is built by the
        # GCC behind it, which does not know where gmp.h is that they include.
        return [
            f"--with-gcc={self.compiler.cc}",
            f"CXXFLAGS=-isystem {self.spec['gmp'].prefix.include}",
        ]
