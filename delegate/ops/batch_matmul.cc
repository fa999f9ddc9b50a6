#include "runtime/opset/ops/batch_matmul.h"

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/common/algorithm.h"
#include "delegate/ops/conv/quantized_conv_2d.h"
#include "delegate/ops/matmul/dynamic_int8_matmul.h"
#include "delegate/ops/matmul/quantized_batch_matmul.h"
#include "delegate/ops/matmul/tiled_matmul.h"
#include "delegate/ops/move/strided.h"
#include "runtime/tflite/builtin_ops.h"
#include "shaders/matmul/batch_matmul.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

// Emits one dispatch that reads both operands without packing.
void EmitBlocks(Lowering& lowering, const TiledMatmul& /*tiled*/, size_t /*configuration*/) {
  using Push = shaders::BatchMatmul::Push;
  const NodeView& view = lowering.view();
  const auto& params = view.params<abi::TfLiteBatchMatMulParams>();
  const MatrixDims result = DimsOfMatrix(lowering.output_dims(), false);
  const MatrixWalk walk = WalkElements(view);
  const uint32_t row_blocks = GroupsFor(result.rows, 4);
  const uint32_t column_blocks = GroupsFor(result.columns, 4);
  const auto total = static_cast<uint32_t>(CountRows(walk) * row_blocks * column_blocks);
  const bool left_aligned = view.input(0).dims.channels() % 4 == 0;
  const bool right_aligned = view.input(1).dims.channels() % 4 == 0;
  const bool aligned = result.columns % 4 == 0;
  const gpu::TensorId left = lowering.Input(0);
  const gpu::TensorId right = lowering.Input(1);
  const bool are_whole = lowering.IsWholeWhereBound(left) && lowering.IsWholeWhereBound(right);
  lowering.Emit<shaders::BatchMatmul>(
      {.kLocalSizeX = kGroup,
       .kAligned = aligned,
       .kLeftAligned = left_aligned,
       .kRightAligned = right_aligned,
       .kLeftTransposed = params.adj_x,
       .kRightTransposed = params.adj_y,
       .kWalkDims = RowDims(walk)},
      {.rows = static_cast<uint32_t>(result.rows),
       .columns = static_cast<uint32_t>(result.columns),
       .depth = static_cast<uint32_t>(DimsOfMatrix(view.input(0).dims, params.adj_x).columns),
       .row_blocks = row_blocks,
       .column_blocks = column_blocks,
       .total = total,
       .walk_size = OfRowDims<decltype(Push::walk_size)>(walk, std::mem_fn(&ir::WalkDim<2>::size), 1),
       .left_stride = RowStrides<decltype(Push::left_stride)>(walk, 0),
       .right_stride = RowStrides<decltype(Push::right_stride)>(walk, 1)},
      {.left = left, .right = right, .result = lowering.Output()},
      FlatGroups(total, kGroup, lowering.limits()), {},
      lowering.VariantWhen(aligned && left_aligned && right_aligned && are_whole));
}

Status BlocksFit(const Lowering& /*lowering*/, const TiledMatmul& /*tiled*/) { return {}; }

std::vector<Configuration> BlockConfigurations(const Lowering& lowering, const TiledMatmul& /*tiled*/) {
  return {{"blocks", kBlockTime * FlopsOf(lowering.view())}};
}

constexpr Algorithm<TiledMatmul> kBlocks = {
    .name = "blocks", .fits = BlocksFit, .configurations = BlockConfigurations, .emit = EmitBlocks};

void Lower(Lowering& lowering) {
  TiledMatmul tiled = TiledMatmulOf(lowering.view());
  if (!tiled.packs_left) tiled.matmuls = tiled.matmuls.WithSourceRows(lowering.InputRows(0));
  static constexpr std::array kAlgorithms = {&kMatmulTiled, &kBlocks};
  EmitChosen(lowering, MatmulParameters(lowering.view()), tiled, kAlgorithms);
}

// True if the input may be a strided view. Tiles find unpacked left matrices by strides; all other reads find
// any element.
bool ReadsRows(const NodeView& view, const StridedInput& input) {
  if (!FindsOffsets(view, input)) return false;
  const TiledMatmul tiled = TiledMatmulOf(view);
  return input.index != 0 || tiled.packs_left ||
         tiled.matmuls.WithSourceRows(input.rows).SourceStrides().has_value();
}

DynamicInt8Matmul DynamicInt8MatmulOf(const NodeView& view) {
  const auto& params = view.params<abi::TfLiteBatchMatMulParams>();
  const MatrixDims left = DimsOfMatrix(view.input(0).dims, params.adj_x);
  const int64_t matrices = BatchDims(view.input(0).dims).NumElements();
  const int64_t right_matrices = BatchDims(view.input(1).dims).NumElements();
  // Left matrices with one right matrix form a single matrix of more rows.
  const bool is_one = right_matrices == 1;
  return {.left = {.matrices = matrices,
                   .rows = left.rows,
                   .depth = left.columns,
                   .is_transposed = params.adj_x,
                   .is_asymmetric = params.asymmetric_quantize_inputs},
          .right = {.matrices = right_matrices,
                    .outputs = DimsOfMatrix(view.input(1).dims, params.adj_y).columns,
                    .inputs = left.columns,
                    .outputs_last = !params.adj_y},
          .rows = is_one ? matrices * left.rows : left.rows,
          .walk = is_one ? MatrixWalk() : WalkMatrices(view),
          .in_floats = true};
}

bool DynamicInt8Fits(const NodeView& view) {
  return DynamicInt8MatmulFits(DynamicInt8MatmulOf(view), view.limits());
}

// Returns the kernel of float32 matrices on the left and int8 ones on the right.
GpuKernel DynamicInt8Kernel(std::string_view signature) {
  return {.signature = signature,
          .most_dims = kWalkDims,
          .note = "rows are quantized in every run, with the CPU's result bit for bit",
          .constraints = {{"the packed matrices fit the device's limits", DynamicInt8Fits,
                           DimsOfAllAreKnown<0, 1>}},
          .device_flops = FlopsOfIntegers,
          .epilogue = kFloat32Epilogue,
          .reads_strided = FindsOffsets,
          .lower = [](Lowering& lowering) {
            EmitDynamicInt8Matmul(lowering, DynamicInt8MatmulOf(lowering.view()));
          }};
}

}  // namespace

OpSpec MakeSpec_batch_matmul() {
  return {
      .op_code = abi::kTfLiteBuiltinBatchMatmul,
      .kernels = {{.signature = "float32",
                   .most_dims = kWalkDims,
                   .epilogue = kFloat32Epilogue,
                   .reads_strided = ReadsRows,
                   .lower = Lower},
                  QuantizedBatchMatmulKernel("int8 to int32"),
                  QuantizedBatchMatmulKernel("int8"),
                  QuantizedBatchMatmulKernel("int16"),
                  QuantizedBatchMatmulKernel("int16xint8"),
                  DynamicInt8Kernel("float32xint8"),
                  DynamicInt8Kernel("float32xint8 transposed")},
  };
}

}  // namespace litevk
