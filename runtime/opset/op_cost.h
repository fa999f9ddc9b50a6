// The least work of a node, which `cost` of its operator's record gives. The delegate weighs partitions with
// it (delegate/partition/partition_cost.h), litevk-op-bench states rates with it. Dims are final.
#pragma once

#include "runtime/ir/node_view.h"

namespace litevk {

// The least operations and memory traffic of a node, whatever the kernels are.
struct OpCost {
  double flops = 0;  // a multiply-add counts two; moving values counts none
  double bytes = 0;  // bytes read and written, each once, at the size of the type
};

double ElementsOf(const ir::Tensor& tensor);
// Number of spatial elements of a filter in TFLite's order: dims 1 and 2 of four.
double TapsOf(const ir::Tensor& filter);

// Returns `flops` with every input and output read or written once. Of sparse inputs, only stored values
// count.
OpCost CostOf(const ir::NodeView& view, double flops);
// Counts one operation for each element of the output, however complex.
OpCost ElementwiseCost(const ir::NodeView& view);
// Counts one operation for each element of input 0.
OpCost ReductionCost(const ir::NodeView& view);
// Cost of moving values: the bytes of the outputs, and for each input at most as many.
OpCost MoveCost(const ir::NodeView& view);
// No cost: the output is the input's memory under other dims.
OpCost AliasCost(const ir::NodeView& view);
// No cost: the node only names a variable, or calls subgraphs, whose nodes have their own costs.
OpCost NoCost(const ir::NodeView& view);

}  // namespace litevk
