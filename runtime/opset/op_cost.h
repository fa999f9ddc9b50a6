// The least work of a node, which `cost` of its operator's record gives: the delegate weighs partitions
// with it (delegate/partition/partition_cost.h), litevk-op-bench states rates with it. Dims are final.
#pragma once

#include "runtime/ir/node_view.h"

namespace litevk {

// What a node has to do at least, whatever the kernels are.
struct OpCost {
  double flops = 0;  // a multiply-add counts two; moving values counts none
  double bytes = 0;  // what it reads and writes, each once, at the size of its type
};

double ElementsOf(const ir::Tensor& tensor);
// Elements of height and width of a filter in TFLite's order: dims 1 and 2 of four.
double TapsOf(const ir::Tensor& filter);

// `flops`, with every input and output read or written once. Sparse inputs are what is stored of them.
OpCost CostOf(const ir::NodeView& view, double flops);
// One operation for each element of the output, however hard it is.
OpCost ElementwiseCost(const ir::NodeView& view);
// One operation for each element of input 0.
OpCost ReductionCost(const ir::NodeView& view);
// Values that are only moved: what is written, and of each input at most as much.
OpCost MoveCost(const ir::NodeView& view);
// None: the output is the input's memory under other dims.
OpCost AliasCost(const ir::NodeView& view);
// None of its own: the nodes of the subgraphs that it calls have theirs, or it only names a variable.
OpCost NoCost(const ir::NodeView& view);

}  // namespace litevk
