// FULLY_CONNECTED nodes that read a whole image as one row. Their weights can follow another layout of the
// image.
#pragma once

#include "runtime/layout/layout_graph.h"

namespace litevk {

// Returns the position of the FULLY_CONNECTED whose columns can follow the layout of the node's input 0. That
// is the node itself, or the only reader of a flatten. -1: there is none.
int FindRowReader(const LayoutGraph& graph, int position, const LayoutPair& permutations);

}  // namespace litevk
