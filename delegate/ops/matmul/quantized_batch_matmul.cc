#include "delegate/ops/matmul/quantized_batch_matmul.h"

#include <array>
#include <functional>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/common/algorithm.h"
#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/conv/quantized_algorithms.h"
#include "delegate/ops/matmul/quantized_batch_matmul_tiles.h"
#include "delegate/ops/matmul/tiled_matmul.h"
#include "delegate/ops/move/strided.h"
#include "runtime/opset/ops/batch_matmul.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "shaders/matmul/quantized_batch_matmul.h"

namespace litevk {
namespace {

using Shader = shaders::QuantizedBatchMatmul;

constexpr uint32_t kGroup = 64;
// Algorithms of exact sums, as the codes of shaders/matmul/exact_sums.glsl.
enum class Sums : uint32_t { kOfChunks, kOfQuads, kOfByteParts };

// Floats hold integers up to 2^24: 256 products of int8 without their zero points, or 4 of int16 and int8.
Sums SumsOf(const NodeView& view) {
  if (view.input(0).type == ir::DataType::kInt8) return Sums::kOfChunks;
  return view.input(1).type == ir::DataType::kInt8 ? Sums::kOfQuads : Sums::kOfByteParts;
}

// True unless the output is int32: such a result is the sum of the raw integers.
bool ScalesSums(const NodeView& view) { return view.output().type != ir::DataType::kInt32; }

FixedPoint MultiplierOf(const NodeView& view) {
  const FixedPoint multiplier = MultiplierOfMatmul(view.input(0), view.input(1), view.output());
  if (view.output().type == ir::DataType::kInt8) return multiplier;
  const WideMultiplier wide = Widen(multiplier);
  return {.multiplier = wide.multiplier, .right = wide.right};
}

Shader::Push PushOf(const NodeView& view, const MatrixWalk& walk) {
  using Push = Shader::Push;
  const MatrixDims result = DimsOfMatrix(view.output().dims, false);
  const bool is_transposed = view.params<abi::TfLiteBatchMatMulParams>().adj_x;
  Push push = {.rows = static_cast<uint32_t>(result.rows),
               .columns = static_cast<uint32_t>(result.columns),
               .depth = static_cast<uint32_t>(DimsOfMatrix(view.input(0).dims, is_transposed).columns),
               .row_blocks = GroupsFor(result.rows, 4),
               .column_blocks = GroupsFor(result.columns, 4),
               .left_last_word = LastWordOf(view.input(0)),
               .right_last_word = LastWordOf(view.input(1)),
               .walk_size = OfRowDims<decltype(Push::walk_size)>(walk, std::mem_fn(&ir::WalkDim<2>::size), 1),
               .left_stride = RowStrides<decltype(Push::left_stride)>(walk, 0),
               .right_stride = RowStrides<decltype(Push::right_stride)>(walk, 1)};
  push.total = static_cast<uint32_t>(CountRows(walk) * push.row_blocks * push.column_blocks);
  if (!ScalesSums(view)) return push;
  const FixedPoint multiplier = MultiplierOf(view);
  push.left_zero_point = ZeroPointOf(view.input(0));
  push.right_zero_point = ZeroPointOf(view.input(1));
  push.output_zero_point = ZeroPointOf(view.output());
  push.multiplier = multiplier.multiplier;
  push.left_shift = multiplier.left;
  push.right_shift = multiplier.right;
  return push;
}

void EmitBlocks(Lowering& lowering, gpu::TensorId result) {
  const NodeView& view = lowering.view();
  const auto& params = view.params<abi::TfLiteBatchMatMulParams>();
  const MatrixWalk walk = WalkElements(view);
  const Shader::Push push = PushOf(view, walk);
  Shader::Spec spec = {.kLocalSizeX = kGroup,
                       .kLeftBytes = lowering.InputBytes(0),
                       .kRightBytes = lowering.InputBytes(1),
                       .kResultBytes = static_cast<uint32_t>(ir::ByteSize(view.output().type)),
                       .kLeftAligned = view.input(0).dims.channels() % 4 == 0,
                       .kRightAligned = view.input(1).dims.channels() % 4 == 0,
                       .kLeftTransposed = params.adj_x,
                       .kRightTransposed = params.adj_y,
                       .kSums = static_cast<uint32_t>(SumsOf(view)),
                       .kWalkDims = RowDims(walk)};
  const Shader::Bindings bindings = {.left = lowering.Input(0), .right = lowering.Input(1), .result = result};
  lowering.EmitPart<Shader>(spec, push, bindings, FlatGroups(push.total, kGroup, lowering.limits()),
                            lowering.MatmulVariant(/*whole_inputs=*/false, /*outputs=*/4));
}

// True if the node's own dispatch writes the output, and no copy of whole words of rows does.
bool WritesOutput(const NodeView& view) {
  return view.output().dims.channels() % 4 == 0 || !ScalesSums(view);
}

// Emits rows of `pitch` values by `emit`, from which the output is copied unless that writes it itself.
void EmitRows(Lowering& lowering, int64_t pitch, const std::function<void(gpu::TensorId result)>& emit) {
  if (WritesOutput(lowering.view())) {
    emit(lowering.Output());
    return;
  }
  const ir::Shape& output = lowering.output_dims();
  const gpu::TensorId rows =
      lowering.AddScratch("rows", static_cast<uint64_t>(output.Rows() * pitch), lowering.OutputStorage());
  emit(rows);
  EmitCopy(lowering, rows, {.source = {{output.Rows(), pitch}, {output.channels(), 1}}});
}

// The multiplication as tiles of int8 compute it; without a value, they do not.
using Problem = Result<Int8Matmul>;

constexpr Algorithm<Problem> kTiled = {
    .name = "tiled",
    .fits = [](const Lowering& /*lowering*/, const Problem& problem) { return problem.status(); },
    .configurations = [](const Lowering& lowering,
                         const Problem& problem) { return ByteProductConfigurations(lowering, *problem); },
    .emit =
        [](Lowering& lowering, const Problem& problem, size_t configuration) {
          const Int8TilePlan plan = Int8MatmulPlans(lowering, *problem)[configuration];
          EmitRows(lowering, problem->layout.outputs,
                   [&](gpu::TensorId result) { EmitInt8Matmul(lowering, *problem, plan, result); });
        }};

constexpr Algorithm<Problem> kBlocks = {
    .name = "blocks",
    .fits = [](const Lowering& /*lowering*/, const Problem& /*problem*/) { return Status(); },
    .configurations =
        [](const Lowering& lowering, const Problem& /*problem*/) {
          return std::vector<Configuration>{{"blocks", kBlockTime * FlopsOf(lowering.view())}};
        },
    .emit =
        [](Lowering& lowering, const Problem& /*problem*/, size_t /*configuration*/) {
          const int64_t pitch = int64_t{GroupsFor(lowering.output_dims().channels(), 4)} * 4;
          EmitRows(lowering, pitch, [&](gpu::TensorId result) { EmitBlocks(lowering, result); });
        }};

void Lower(Lowering& lowering) {
  static constexpr std::array kAlgorithms = {&kTiled, &kBlocks};
  const Problem problem = Int8MatmulOf(lowering);
  EmitChosen(lowering, MatmulParameters(lowering.view()), problem, kAlgorithms);
}

// True for int8. Fusion leaves out the steps that copied rows could not take.
bool TakesSteps(const NodeView& view) { return view.output().type == ir::DataType::kInt8; }

bool Fits(const NodeView& view) {
  const ir::Shape& output = view.output().dims;
  const uint64_t bytes = static_cast<uint64_t>(output.Rows()) * GroupsFor(output.channels(), 4) * 8;
  return bytes <= view.limits().max_tensor_bytes();
}

// Returns the cost. On CPU drivers, tiles of int8 take as long as those of a convolution.
double DeviceFlops(const NodeView& view) {
  const bool has_tiles = view.output().type == ir::DataType::kInt8 && view.limits().runs_on_cpu &&
                         !view.params<abi::TfLiteBatchMatMulParams>().adj_x;
  return (has_tiles ? IntegerTime(view.limits()) : kBlockTime) * FlopsOf(view);
}

bool OutputIsKnown(const NodeView& view) { return !view.output().dims.has_unknown(); }

}  // namespace

GpuKernel QuantizedBatchMatmulKernel(std::string_view signature) {
  return {.signature = signature,
          .most_dims = kWalkDims,
          .note = "with the CPU's result bit for bit",
          .constraints = {{"the results, in whole blocks of columns, fit the device's limits", Fits,
                           OutputIsKnown}},
          .device_flops = DeviceFlops,
          .epilogue = {.takes = InFixedPoint<TakesSteps>},
          .reads_strided = FindsOffsets,
          .writes_strided = StridedResult::kAnywhere,
          .lower = Lower};
}

}  // namespace litevk
