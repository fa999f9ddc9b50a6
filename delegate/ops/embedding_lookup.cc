#include "runtime/opset/ops/embedding_lookup.h"

#include <span>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/matmul/int8_weights_in_uint8.h"
#include "delegate/ops/move/complex_types.h"
#include "delegate/ops/move/mover.h"
#include "delegate/ops/move/picks.h"
#include "runtime/base/elements.h"
#include "runtime/tflite/builtin_ops.h"
#include "shaders/dequantize_rows.h"

namespace litevk {
namespace {

Picks PickedOf(const NodeView& view) {
  const ir::Shape& table = view.input(kTable).dims;
  return {.dim = table[0],
          .inner = table.NumElements() / table[0],
          .count = view.input(kLookup).dims.NumElements()};
}

void Lower(Lowering& lowering) {
  const Picks picked = PickedOf(lowering.view());
  EmitIndexCheck(lowering, kLookup, picked.dim);
  EmitPicks(lowering, lowering.Input(kTable), IndicesOf(lowering, kLookup), picked);
}

gpu::TensorId AddScales(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const auto write = [graph = &view.graph(), id = view.input_id(kTable)](std::span<std::byte> to) -> Status {
    CopyBytes(std::as_bytes(std::span(graph->tensor(id).quantization.scales)), to);
    return {};
  };
  return lowering.AddConstant("scales", view.input(kTable).quantization.scales.size(), gpu::Storage::kBits32,
                              write, lowering.KeyOf(kTable, "scales"));
}

// Returns how many values of the table share one scale.
uint32_t IntegersOfScale(const ir::Tensor& table) {
  return static_cast<uint32_t>(table.dims.NumElements()) /
         static_cast<uint32_t>(table.quantization.scales.size());
}

// Picks rows of integers and multiplies them by their scales.
void LowerDequantized(Lowering& lowering) {
  constexpr uint32_t kGroup = 64;
  const Picks picked = PickedOf(lowering.view());
  const int channels = lowering.output_dims().channels();
  EmitIndexCheck(lowering, kLookup, picked.dim);
  const PickIndices indices = IndicesOf(lowering, kLookup);
  const uint32_t blocks = GroupsFor(channels, 4);
  const int64_t total = lowering.output_dims().Rows() * blocks;
  lowering.Emit<shaders::DequantizeRows>(
      {.kLocalSizeX = kGroup, .kAligned = channels % 4 == 0, .kIndexBytes = indices.bytes},
      {.inner = static_cast<uint32_t>(picked.inner),
       .channels = static_cast<uint32_t>(channels),
       .blocks = blocks,
       .total = static_cast<uint32_t>(total),
       .dim = static_cast<uint32_t>(picked.dim),
       .of_scale = IntegersOfScale(lowering.view().input(kTable))},
      {.source = lowering.Input(kTable),
       .indices = indices.tensor,
       .scales = AddScales(lowering),
       .result = lowering.Output()},
      FlatGroups(total, kGroup, lowering.limits()));
}

bool IndicesFit(const NodeView& view) { return IndicesLieInRange(view, kLookup, view.input(kTable).dims[0]); }

constexpr Constraint kIndicesLieInTable = {
    "indices that are known before the run are rows of the table; others that are not end the run with an "
    "error",
    IndicesFit, DimsAreKnown<kTable>};

GpuKernel DequantizingKernel(std::string_view signature) {
  return {.signature = signature,
          .note = "with the CPU's result bit for bit",
          .constraints = {kIndicesLieInTable},
          .epilogue = kFloat32Epilogue,
          .reads_strided = FindsOffsets,
          .lower = LowerDequantized};
}

}  // namespace

OpSpec MakeSpec_embedding_lookup() {
  return {
      .op_code = abi::kTfLiteBuiltinEmbeddingLookup,
      .kernels = {Mover({.element = kMovedOrComplex, .constraints = {kIndicesLieInTable}, .lower = Lower}),
                  DequantizingKernel("dequantized in blocks"), DequantizingKernel("dequantized"),
                  WithInt8InUint8(DequantizingKernel("dequantized"))},
  };
}

}  // namespace litevk
