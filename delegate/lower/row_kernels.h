// Which dispatches write and read rows of a wider tensor (docs/design/views.md).
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "delegate/lower/fused_node.h"

namespace litevk {

// Whether the dispatch of the fused node, or the parts of what it joins, can be written as such rows.
bool WritesRows(const NodeView& view, const FusedNode& fused, const RowView& rows);

// How a dispatch may read a tensor that is rows: not, not for want of a binding for their numbers, not beside
// another operand that is rows, as the operand of one step, as what an elementwise kernel begins with, or as
// the input of another kernel.
enum class RowReading : uint8_t { kNone, kNoBinding, kOnlyOne, kOperand, kSource, kInput };
constexpr bool ReadsRows(RowReading reading) { return reading >= RowReading::kOperand; }
// Of one that does not: " reads no rows", to be read after the dispatch's name.
std::string_view SentenceOf(RowReading reading);

// `is_it` tells the tensor, which the fused node reads under one name or several.
RowReading ReadingOf(const NodeView& view, const FusedNode& fused, const RowView& rows,
                     const std::function<bool(ir::TensorId)>& is_it);

}  // namespace litevk
