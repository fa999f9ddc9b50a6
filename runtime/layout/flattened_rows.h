// A FULLY_CONNECTED that reads all of an image as one row: its weights can follow another order of the image.
#pragma once

#include "runtime/layout/layout_graph.h"

namespace litevk {

// Returns the position of the FULLY_CONNECTED whose columns can follow the order of the node's input 0: the
// node itself, or the only reader of the flatten that the node is. -1: there is none.
int FindRowReader(const LayoutGraph& graph, int position, const OrderPair& orders);

}  // namespace litevk
