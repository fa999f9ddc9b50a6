#include "delegate/ops/families/quantized_batch_matmul.h"

#include <algorithm>
#include <functional>

#include "delegate/lower/lowering.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/conv/matrix_product.h"
#include "delegate/ops/families/quantized_numbers.h"
#include "delegate/ops/move/strided.h"
#include "runtime/opset/fixed_point.h"
#include "runtime/opset/ops/batch_matmul.h"
#include "shaders/quantized_batch_matmul.h"

namespace litevk {
namespace {

using Shader = shaders::QuantizedBatchMatmul;

constexpr uint32_t kGroup = 64;
// What an operation takes of the device's time beside one of floats, which are computed in tiles
// (docs/design/quantization.md).
constexpr double kIntegerTime = 2;

// By the codes of shaders/common/exact_sums.glsl.
enum class Sums : uint32_t { kOfChunks, kOfQuads, kOfHalves };

// Floats keep integers up to 2^24: 256 products of int8 without their zero points, or 4 of int16 and int8.
Sums SumsOf(const NodeView& view) {
  if (view.input(0).type == ir::DataType::kInt8) return Sums::kOfChunks;
  return view.input(1).type == ir::DataType::kInt8 ? Sums::kOfQuads : Sums::kOfHalves;
}

// A result of int32 is the sum of the raw numbers.
bool ScalesSums(const NodeView& view) { return view.output().type != ir::DataType::kInt32; }

FixedPoint FactorOf(const NodeView& view) {
  const FixedPoint factor =
      FactorsOfFloats(view.input(0).quantization, view.input(1).quantization, view.output().quantization, 1)
          .front();
  if (view.output().type == ir::DataType::kInt8) return factor;
  const WideFactor wide = Widen(factor);
  return {.multiplier = wide.multiplier, .right = wide.right};
}

uint32_t LastWord(const ir::Tensor& tensor) {
  const int64_t bytes = tensor.dims.NumElements() * ir::ByteSize(tensor.type);
  return static_cast<uint32_t>((bytes - 1) / 4);
}

Shader::Push PushOf(const NodeView& view, const MatrixWalk& walk) {
  using Push = Shader::Push;
  const MatrixDims product = DimsOfMatrix(view.output().dims, false);
  const bool is_transposed = view.params<abi::TfLiteBatchMatMulParams>().adj_x;
  Push push = {.rows = static_cast<uint32_t>(product.rows),
               .columns = static_cast<uint32_t>(product.columns),
               .depth = static_cast<uint32_t>(DimsOfMatrix(view.input(0).dims, is_transposed).columns),
               .row_blocks = GroupsFor(product.rows, 4),
               .column_blocks = GroupsFor(product.columns, 4),
               .left_last_word = LastWord(view.input(0)),
               .right_last_word = LastWord(view.input(1)),
               .walk_size = OfRowDims<decltype(Push::walk_size)>(walk, std::mem_fn(&ir::WalkDim<2>::size), 1),
               .left_stride = RowStrides<decltype(Push::left_stride)>(walk, 0),
               .right_stride = RowStrides<decltype(Push::right_stride)>(walk, 1)};
  push.total = static_cast<uint32_t>(CountRows(walk) * push.row_blocks * push.column_blocks);
  if (!ScalesSums(view)) return push;
  const FixedPoint factor = FactorOf(view);
  push.left_zero_point = ZeroPointOf(view.input(0));
  push.right_zero_point = ZeroPointOf(view.input(1));
  push.output_zero_point = ZeroPointOf(view.output());
  push.multiplier = factor.multiplier;
  push.left_shift = factor.left;
  push.right_shift = factor.right;
  return push;
}

void EmitBlocks(Lowering& lowering, gpu::TensorId result) {
  const NodeView& view = lowering.view();
  const auto& params = view.params<abi::TfLiteBatchMatMulParams>();
  const MatrixWalk walk = WalkElements(view);
  const Shader::Push push = PushOf(view, walk);
  lowering.EmitPart<Shader>({.kLocalSizeX = kGroup,
                             .kLeftBytes = lowering.InputBytes(0),
                             .kRightBytes = lowering.InputBytes(1),
                             .kResultBytes = lowering.OutputBytes(),
                             .kLeftAligned = view.input(0).dims.channels() % 4 == 0,
                             .kRightAligned = view.input(1).dims.channels() % 4 == 0,
                             .kLeftTransposed = params.adj_x,
                             .kRightTransposed = params.adj_y,
                             .kSums = static_cast<uint32_t>(SumsOf(view)),
                             .kWalkDims = RowDims(walk)},
                            push, {.left = lowering.Input(0), .right = lowering.Input(1), .result = result},
                            FlatGroups(push.total, kGroup, lowering.limits()),
                            lowering.ProductVariant(/*whole_inputs=*/false, /*outputs=*/4));
}

// Blocks of four columns are whole words, which an output of other sizes has to be made of.
void Lower(Lowering& lowering) {
  const ir::Shape& output = lowering.output_dims();
  const int columns = output.channels();
  if (columns % 4 == 0 || !ScalesSums(lowering.view())) {
    EmitBlocks(lowering, lowering.Output());
    return;
  }
  const int64_t pitch = int64_t{GroupsFor(columns, 4)} * 4;
  const gpu::TensorId blocks = lowering.AddScratch(
      "blocks of columns", static_cast<uint64_t>(output.Rows() * pitch), lowering.OutputStorage());
  EmitBlocks(lowering, blocks);
  EmitCopy(lowering, blocks, {.source = {{output.Rows(), pitch}, {columns, 1}}});
}

bool Fits(const NodeView& view) {
  const ir::Shape& output = view.output().dims;
  const uint64_t bytes = static_cast<uint64_t>(output.Rows()) * GroupsFor(output.channels(), 4) * 8;
  return bytes <= view.limits().max_storage_buffer_range_bytes;
}

double DeviceFlops(const NodeView& view) { return kIntegerTime * FindOpInfo(view.node())->cost(view).flops; }

bool OutputIsKnown(const NodeView& view) { return !view.output().dims.has_unknown(); }

}  // namespace

GpuKernel QuantizedBatchMatmulKernel(std::string_view signature) {
  return {.signature = signature,
          .most_dims = kWalkDims,
          .note = "with the CPU's result bit for bit",
          .constraints = {{"the products, in whole blocks of columns, fit the device's limits", Fits,
                           OutputIsKnown}},
          .device_flops = DeviceFlops,
          .reads_rows = FindsPlaces,
          .writes_rows = ResultRows::kAnywhere,
          .lower = Lower};
}

}  // namespace litevk
