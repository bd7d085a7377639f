/*
 * The only way in for GCC's own headers, and the only file that knows what
 * differs between GCC versions. doc/compilers.md says what is tested with
 * which of them.
 */
#ifndef PODIUM_GCC_H
#define PODIUM_GCC_H

#include "bversion.h"
#include "gcc-plugin.h"

/* The GCC of these headers, as constants: fit.cc makes a text of them. */
namespace built_for
{
#define static static constexpr
#include "plugin-version.h"
#undef static
} // namespace built_for
using built_for::gcc_version;

#include "tree.h"
#include "tree-iterator.h"
#include "gimple-expr.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "gimple-walk.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "target.h"
#include "tree-pass.h"
#include "context.h"
#include "pass_manager.h"
#include "ssa.h"
#include "cfgloop.h"
#include "tree-cfg.h"
#include "tree-into-ssa.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-niter.h"
#include "tree-ssa-loop-manip.h"
#include "tree-scalar-evolution.h"
#include "tree-chrec.h"
#include "tree-data-ref.h"
#include "tree-pretty-print.h"
#include "cgraph.h"
#include "stringpool.h"
#include "attribs.h"
#include "diagnostic-core.h"
#include "diagnostic.h"
#include "fold-const.h"
#include "omp-general.h"
#include "langhooks.h"
#include "opts.h"
#include "dumpfile.h"
#include "internal-fn.h"
#include "builtins.h"
#include "intl.h"
#include "toplev.h"
#include "tree-ssa-alias.h"
#include "stor-layout.h"
#include "varasm.h"
#include "output.h"
#include "debug.h"
#include "calls.h"
#include "tree-dfa.h"
#include "tree-inline.h"

#if BUILDING_GCC_VERSION >= 12000
#define FOR_EACH_LOOP_OF(loop, flags)                                          \
	for (class loop * loop : loops_list(cfun, flags))
#else
#define startswith(string, prefix)                                             \
	(strncmp(string, prefix, strlen(prefix)) == 0)
#define FOR_EACH_LOOP_OF(loop, flags)                                          \
	class loop *loop;                                                      \
	FOR_EACH_LOOP(loop, flags)
#define suppress_warning(statement) gimple_set_no_warning(statement, true)
#endif

/*
 * Kinds of OpenMP statements that came later. Before, they are called by a
 * code that no statement has.
 */
#if BUILDING_GCC_VERSION < 12000
#define GIMPLE_OMP_MASKED LAST_AND_UNUSED_GIMPLE_CODE
#define GIMPLE_OMP_SCOPE LAST_AND_UNUSED_GIMPLE_CODE
#define gimple_omp_scope_clauses_ptr(statement) NULL
#endif
#if BUILDING_GCC_VERSION < 14000
#define GIMPLE_OMP_STRUCTURED_BLOCK LAST_AND_UNUSED_GIMPLE_CODE
#endif

/* What the cost model of -O2 asks for: since 15, iterations may be left over.
 */
#if BUILDING_GCC_VERSION < 15000
#define VERY_CHEAP_NEEDS                                                       \
	"the number of iterations must be a known multiple of the lanes and "  \
	"no check at run time be needed"
#else
#define VERY_CHEAP_NEEDS "no check at run time may be needed"
#endif

/* Since 15 a walk may be told which ways it goes. */
#if BUILDING_GCC_VERSION >= 15000
static inline void *walk_non_aliased_vuses(
	ao_ref *place, tree from, bool types,
	void *(*walker)(ao_ref *, tree, void *),
	void *(*translate)(ao_ref *, tree, void *, translate_flags *),
	tree (*valueize)(tree), unsigned &limit, void *data)
{
	return walk_non_aliased_vuses(place, from, types, walker, translate,
				      NULL, valueize, limit, data);
}
#endif

#if BUILDING_GCC_VERSION >= 14000
#define last_stmt(block) (*gsi_last_bb(block))
#define dc_inhibit_warnings m_inhibit_warnings
#endif

#endif
