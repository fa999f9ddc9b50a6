// Checks if dispatches can write and read rows of a wider tensor (docs/design/views.md).
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "delegate/fuse/fused_node.h"

namespace litevk {

// A tensor that is to be written as rows of another one.
struct WrittenRows {
  const ir::Tensor& tensor;
  const StridedView& rows;
  uint32_t element_bytes;  // on the device
};
// True if the dispatches of the fused node, or the parts that it joins, can write such rows. `is_last`: the
// tensor is the output of the last node of the chain.
bool WritesRows(const NodeView& view, const FusedNode& fused, const WrittenRows& written, bool is_last);

// A tensor that is to be read as rows of another one. `is_it` identifies the tensor, which a fused node reads
// under one name or several.
struct ReadRows {
  const StridedView& rows;
  uint32_t element_bytes;  // on the device
  std::function<bool(ir::TensorId)> is_it;
};

// Result for a dispatch that is to read a tensor that is rows. `against` is the reason why it does not,
// phrased to follow its name.
struct RowReading {
  bool is_source = false;   // the tensor that an elementwise kernel begins with
  bool keeps_rows = false;  // neighbours that a step takes together lie in one row
  std::string_view against;
};

RowReading ReadingOf(const NodeView& view, const FusedNode& fused, const ReadRows& read);

}  // namespace litevk
