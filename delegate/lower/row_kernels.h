// Which dispatches write and read rows of a wider tensor (docs/design/views.md).
#pragma once

#include <cstdint>
#include <functional>

#include "delegate/lower/fused_node.h"

namespace litevk {

// Whether the dispatch of the fused node, or the parts of what it joins, can be written as such rows.
bool WritesRows(const NodeView& view, const FusedNode& fused, const RowView& rows);

// How a dispatch may read a tensor that is rows: not, not for want of a binding for their numbers, as the
// operand of one step, as what an elementwise kernel begins with, or as input 0 of another kernel.
enum class RowReading : uint8_t { kNone, kNoBinding, kOperand, kSource, kInput };
constexpr bool ReadsRows(RowReading reading) { return reading >= RowReading::kOperand; }

// `is_it` tells the tensor, which the fused node reads under one name or several.
RowReading ReadingOf(const NodeView& view, const FusedNode& fused, const RowView& rows,
                     const std::function<bool(ir::TensorId)>& is_it);

}  // namespace litevk
