// Which dispatches write and read rows of a wider tensor (docs/design/views.md).
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "delegate/lower/fused_node.h"

namespace litevk {

// Whether the dispatches of the fused node, or the parts of what it joins, can write a tensor as such rows.
// `is_last`: it is the output of the last node of the chain.
bool WritesRows(const NodeView& view, const FusedNode& fused, const ir::Tensor& tensor, const RowView& rows,
                bool is_last);

// How a dispatch may read a tensor that is rows, or, to be read after its name, why it does not.
struct RowReading {
  bool is_operand = false;  // of steps
  bool is_source = false;   // what an elementwise kernel begins with
  std::string_view against;
};

// `is_it` tells the tensor, which the fused node reads under one name or several.
RowReading ReadingOf(const NodeView& view, const FusedNode& fused, const RowView& rows,
                     const std::function<bool(ir::TensorId)>& is_it);

}  // namespace litevk
