#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/common/elements.h"
#include "delegate/ops/move/complex_types.h"
#include "delegate/ops/move/mover.h"
#include "delegate/ops/move/strided.h"
#include "runtime/ir/strided_walk.h"
#include "runtime/tflite/builtin_ops.h"
#include "shaders/move/dynamic_update_slice.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

// A dim of a walk over the operand. The update covers `update` elements from a start index on, which is 0 to
// `most_start`, times `scale`.
struct UpdatedDim {
  int64_t size = 1;
  int64_t update = 1;
  int64_t most_start = 0;
  int64_t scale = 1;
  int position = 0;  // position of the start index among all
};

// Joins two dims if the update covers the inner one: that one begins at 0, so the outer start index places
// both.
bool Join(const UpdatedDim& outer, UpdatedDim& inner) {
  if (inner.update != inner.size) return false;
  inner = {outer.size * inner.size, outer.update * inner.size, outer.most_start, outer.scale * inner.size,
           outer.position};
  return true;
}

std::vector<UpdatedDim> UpdatedDims(const NodeView& view, bool keep_row) {
  const ir::Shape& operand = view.input(0).dims;
  const ir::Shape& update = view.input(1).dims;
  std::vector<UpdatedDim> dims;
  dims.reserve(operand.dims().size());
  for (int axis = 0; axis < operand.rank(); ++axis) {
    dims.push_back({operand[axis], update[axis], operand[axis] - update[axis], 1, axis});
  }
  return ir::MergeDims(dims, keep_row, Join);
}

// Counts the row's elements as the shader sees them: parts of wide ones, words of narrow ones if all of them
// lie in whole words. Returns the bytes of one.
uint32_t CountInWords(UpdatedDim& row, gpu::Storage storage) {
  const ElementSize size = ElementSizeOf(storage);
  row.size *= size.parts;
  row.update *= size.parts;
  row.scale *= size.parts;
  const int64_t in_word = 4 / size.bytes;
  if (row.size % in_word != 0 || row.update % in_word != 0) return size.bytes;
  if (row.most_start > 0 && row.scale % in_word != 0) return size.bytes;
  row = {row.size / in_word, row.update / in_word, row.most_start, row.scale / in_word, row.position};
  return 4;
}

uint32_t StartIndices(const std::vector<UpdatedDim>& dims) {
  uint32_t positions = 0;
  for (size_t i = 0; i < dims.size(); ++i) {
    positions |= static_cast<uint32_t>(dims[dims.size() - 1 - i].position) << (4 * i);
  }
  return positions;
}

shaders::DynamicUpdateSlice::Push PushOf(const std::vector<UpdatedDim>& dims, uint32_t element_bytes) {
  using Push = shaders::DynamicUpdateSlice::Push;
  const UpdatedDim& row = dims.back();
  const int64_t rows = CountRows(dims);
  const uint32_t blocks = GroupsFor(row.size, 4);
  const int64_t total = element_bytes == 4 ? blocks * rows : (rows * row.size * element_bytes + 3) / 4;
  return {.row = static_cast<uint32_t>(row.size),
          .rows = static_cast<uint32_t>(rows),
          .blocks = blocks,
          .total = static_cast<uint32_t>(total),
          .walk_size = OfRowDims<decltype(Push::walk_size)>(dims, std::mem_fn(&UpdatedDim::size), 1),
          .update_size = OfRowDims<decltype(Push::update_size)>(dims, std::mem_fn(&UpdatedDim::update), 1),
          .most_start = OfRowDims<decltype(Push::most_start)>(dims, std::mem_fn(&UpdatedDim::most_start)),
          .start_scale = OfRowDims<decltype(Push::start_scale)>(dims, std::mem_fn(&UpdatedDim::scale), 1),
          .start_indices = StartIndices(dims),
          .update_row = static_cast<uint32_t>(row.update),
          .most_row_start = static_cast<uint32_t>(row.most_start),
          .row_start_scale = static_cast<uint32_t>(row.scale)};
}

void Lower(Lowering& lowering) {
  const NodeView& view = lowering.view();
  std::vector<UpdatedDim> dims = UpdatedDims(view, ReadsChannels(lowering.fused()));
  const uint32_t element_bytes = CountInWords(dims.back(), lowering.OutputStorage());
  const shaders::DynamicUpdateSlice::Push push = PushOf(dims, element_bytes);
  // A scalar has no start indices; any tensor is bound in their place, and the shader makes 0 of what it
  // reads.
  const int starts = view.input(2).dims.NumElements() > 0 ? 2 : 1;
  lowering.Emit<shaders::DynamicUpdateSlice>({.kLocalSizeX = kGroup,
                                              .kAligned = push.row % 4 == 0,
                                              .kWalkDims = RowDims(dims),
                                              .kElementBytes = element_bytes,
                                              .kIndexBytes = lowering.InputBytes(2)},
                                             push,
                                             {.operand = lowering.Input(0),
                                              .update = lowering.Input(1),
                                              .starts = lowering.Input(starts),
                                              .result = lowering.Output()},
                                             FlatGroups(push.total, kGroup, lowering.limits()));
}

}  // namespace

OpSpec MakeSpec_dynamic_update_slice() {
  return {
      .op_code = abi::kTfLiteBuiltinDynamicUpdateSlice,
      .kernels = {Mover({.element = kMovedOrComplex | kPacked, .most_dims = kWalkDims, .lower = Lower})},
  };
}

}  // namespace litevk
