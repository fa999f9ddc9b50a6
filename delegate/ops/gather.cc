#include "shaders/gather.h"

#include <array>
#include <cassert>
#include <cstring>
#include <span>
#include <string>

#include "delegate/lower/lowering.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/move/strided.h"
#include "runtime/opset/ops/gather.h"
#include "runtime/tflite/builtin_ops.h"
#include "shaders/gather_check.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

// The input as {batches, outer, dim, inner}, the indices as {batches, count}.
struct Picked {
  int64_t outer = 1;
  int64_t dim = 1;
  int64_t inner = 1;
  int64_t count = 1;
};

Picked PickedOf(const NodeView& view) {
  const std::array<const ir::Tensor*, 2> inputs = {&view.input(0), &view.input(1)};
  ir::Shape output;
  const auto axes =
      ResolveGatherAxes({.inputs = inputs, .params = view.node().params, .outputs = {&output, 1}});
  // Shape inference resolved the same query when the node was judged.
  assert(axes.ok());
  const ir::Shape& input = view.input(0).dims;
  const ir::Shape& indices = view.input(1).dims;
  Picked picked = {.dim = input[axes->axis]};
  for (int i = axes->batch_dims; i < axes->axis; ++i) picked.outer *= input[i];
  for (int i = axes->axis + 1; i < input.rank(); ++i) picked.inner *= input[i];
  for (int i = axes->batch_dims; i < indices.rank(); ++i) picked.count *= indices[i];
  return picked;
}

bool IsInt64(const NodeView& view) { return view.input(1).type == ir::DataType::kInt64; }

// What the model stores is known to be in range (IndicesLieInRange); what a run computes is looked at in that
// run.
void EmitCheck(Lowering& lowering, const Picked& picked) {
  const NodeView& view = lowering.view();
  if (view.input_is_known(1)) return;
  const gpu::TensorId flag =
      lowering.AddCheck("an index lies outside of 0 to " + std::to_string(picked.dim - 1));
  lowering.EmitPart<shaders::GatherCheck>({.kIndexWords = IsInt64(view) ? 2U : 1U},
                                          {.total = static_cast<uint32_t>(view.input(1).dims.NumElements()),
                                           .dim = static_cast<uint32_t>(picked.dim)},
                                          {.indices = lowering.Input(1), .flag = flag}, {1, 1, 1});
}

void Lower(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const Picked picked = PickedOf(view);
  EmitCheck(lowering, picked);
  const ElementSize size = ElementSizeOf(lowering.OutputStorage());
  // Narrow elements whose rows are whole words are moved as words.
  const int64_t row_bytes = picked.inner * size.parts * size.bytes;
  const uint32_t element_bytes = row_bytes % 4 == 0 ? 4 : size.bytes;
  const int64_t row = row_bytes / element_bytes;
  const int64_t rows = lowering.output_dims().NumElements() / picked.inner;
  const uint32_t blocks = GroupsFor(row, 4);
  const auto total = static_cast<uint32_t>(element_bytes == 4 ? blocks * rows : (rows * row_bytes + 3) / 4);
  lowering.Emit<shaders::Gather>(
      {.kLocalSizeX = kGroup,
       .kAligned = row % 4 == 0,
       .kElementBytes = element_bytes,
       .kIndexWords = IsInt64(view) ? 2U : 1U},
      {.row = static_cast<uint32_t>(row),
       .rows = static_cast<uint32_t>(rows),
       .blocks = blocks,
       .total = total,
       .outer = static_cast<uint32_t>(picked.outer),
       .dim = static_cast<uint32_t>(picked.dim),
       .count = static_cast<uint32_t>(picked.count)},
      {.source = lowering.Input(0), .indices = lowering.Input(1), .result = lowering.Output()},
      FlatGroups(total, kGroup, lowering.limits()));
}

template <typename Index>
bool LieInRange(std::span<const std::byte> bytes, int64_t dim) {
  for (size_t at = 0; at + sizeof(Index) <= bytes.size(); at += sizeof(Index)) {
    Index index = 0;
    std::memcpy(&index, bytes.data() + at, sizeof(Index));
    if (index < 0 || index >= dim) return false;
  }
  return true;
}

// Indices that nodes compute of constants are looked at here too.
bool IndicesLieInRange(const NodeView& view) {
  if (!view.input_is_known(1)) return true;
  const auto indices = EvaluateKnown(view.graph(), view.input_id(1));
  if (!indices.ok()) return false;
  const int64_t dim = PickedOf(view).dim;
  return IsInt64(view) ? LieInRange<int64_t>(indices->bytes(), dim)
                       : LieInRange<int32_t>(indices->bytes(), dim);
}

}  // namespace

OpSpec MakeSpec_gather() {
  return {
      .op_code = abi::kTfLiteBuiltinGather,
      .signatures = {{.element = kMovedTypes, .inputs = {{1, kIndex}}, .lower = Lower}},
      .constraints =
          {{"indices that are known before the run lie in the axis; others that do not end the run "
            "with an error",
            IndicesLieInRange, DimsAreKnown<0>}},
  };
}

}  // namespace litevk
