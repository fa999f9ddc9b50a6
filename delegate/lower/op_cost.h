// The least work of a node, as column `cost` of its operator's row has it: the delegate weighs partitions
// with it (delegate/partition/partition_cost.h), litevk-op-bench states rates with it. Dims are final.
#pragma once

#include "delegate/lower/op_spec.h"

namespace litevk {

double ElementsOf(const ir::Tensor& tensor);
// Elements of height and width of a filter in TFLite's order: dims 1 and 2 of four.
double TapsOf(const ir::Tensor& filter);

// `flops`, with every input and output read or written once. Sparse inputs are what is stored of them.
OpCost CostOf(const NodeView& view, double flops);
// One operation for each element of the output, however hard it is.
OpCost ElementwiseCost(const NodeView& view);
// Values that are only moved: what is written, and of each input at most as much.
OpCost MoveCost(const NodeView& view);
// None: the output is the input's memory under other dims.
OpCost AliasCost(const NodeView& view);

}  // namespace litevk
