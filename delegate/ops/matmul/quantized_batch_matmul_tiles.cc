#include "delegate/ops/matmul/quantized_batch_matmul_tiles.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/conv/quantized_problem.h"
#include "delegate/ops/conv/quantized_sums.h"
#include "delegate/ops/matmul/tiled_matmul.h"
#include "runtime/opset/ops/batch_matmul.h"
#include "runtime/tflite/builtin_params.h"
#include "shaders/conv/int8_tile_conv_2d.h"
#include "shaders/matmul/pack_quantized_matrices.h"

namespace litevk {
namespace {

using Pack = shaders::PackQuantizedMatrices;
using Shader = shaders::Int8TileConv2d;

constexpr int kLeft = 0;
constexpr int kRight = 1;
constexpr int64_t kLargestProduct = int64_t{255} * 255;  // product of two values less their zero points
static_assert(kExactCenteredProducts * kLargestProduct <= int64_t{1} << std::numeric_limits<float>::digits);

bool IsTransposed(const NodeView& view) { return view.params<abi::TfLiteBatchMatMulParams>().adj_y; }

// Number of groups of four vectors in the packed right matrices: one for each lane and quad.
uint64_t PackedQuads(const QuantizedLayout& layout) {
  return uint64_t{layout.AllPanels()} * layout.Quads() * layout.lanes;
}

// Packs the right matrices as floats, or as words for packed dot products.
gpu::TensorId EmitRight(Lowering& lowering, const QuantizedLayout& layout, bool in_words) {
  const NodeView& view = lowering.view();
  const MatrixDims right = DimsOfMatrix(view.input(kRight).dims, IsTransposed(view));
  const uint64_t total = PackedQuads(layout);
  const gpu::TensorId packed =
      lowering.AddScratch("right", total * (in_words ? 4 : 16), gpu::Storage::kBits32);
  lowering.EmitPart<Pack>({.kLocalSizeX = kInvocations,
                           .kAligned = view.input(kRight).dims.channels() % 4 == 0,
                           .kTransposed = IsTransposed(view),
                           .kWords = in_words},
                          {.rows = static_cast<uint32_t>(right.rows),
                           .columns = static_cast<uint32_t>(right.columns),
                           .lanes = layout.lanes,
                           .panels = layout.Panels(),
                           .quads = layout.Quads(),
                           .total = static_cast<uint32_t>(total),
                           .last_word = LastWordOf(view.input(kRight)),
                           .zero_point = in_words ? 0 : ZeroPointOf(view.input(kRight))},
                          {.source = lowering.Input(kRight), .packed = packed},
                          FlatGroups(static_cast<int64_t>(total), kInvocations, lowering.limits()));
  return packed;
}

// Adds one block of constants in the layout of PackChannels.
gpu::TensorId AddMultiplier(Lowering& lowering, int32_t bias, const FixedPoint& multiplier) {
  std::vector<int32_t> words;
  for (const int32_t integer : {bias, multiplier.multiplier, multiplier.left, multiplier.right}) {
    words.insert(words.end(), 4, integer);
  }
  return AddIntegers(lowering, words);
}

Shader::Spec SpecOf(const Int8Matmul& matmul, const Int8TilePlan& plan, const ImageStrides& strides,
                    const FixedPoint& multiplier) {
  const QuantizedLayout& layout = matmul.layout;
  const bool is_small = AreSmall(layout.inputs * kLargestProduct, {&multiplier, 1});
  Shader::Spec spec = {.kMayMiss = false,
                       .kStoresFour = layout.Blocks() % 4 == 0,
                       .kRescaling = static_cast<uint32_t>(is_small ? Rescaling::kSmall : Rescaling::kAny),
                       .kIsFlat = true,
                       .kIsMatmul = true};
  SetInt8Tile(plan, layout, {}, strides, spec);
  spec.kExactQuads = kExactCenteredProducts / 4;
  return spec;
}

// Returns the constant term of sums from which the sums of rows and columns are taken off: (a - z) * (b - w)
// = a * b - w * a - z * b + z * w. All sums are modulo 2^32.
int32_t BiasOf(const NodeView& view, const Int8Matmul& matmul) {
  return static_cast<int32_t>(int64_t{matmul.layout.inputs} * ZeroPointOf(view.input(kLeft)) *
                              ZeroPointOf(view.input(kRight)));
}

// Returns the two zero points and the number of inputs in the last quad, a byte each.
uint32_t ZerosOf(const NodeView& view, const Int8Matmul& matmul) {
  const auto last = static_cast<uint32_t>((matmul.layout.inputs - 1) % 4 + 1);
  const auto byte = [&](int input) { return uint32_t{static_cast<uint8_t>(ZeroPointOf(view.input(input)))}; };
  return byte(kLeft) | byte(kRight) << 8 | last << 16;
}

Shader::Push PushOf(const NodeView& view, const Int8Matmul& matmul, const ImageStrides& strides) {
  const QuantizedLayout& layout = matmul.layout;
  const RowMatmuls& matmuls = matmul.matmuls;
  const auto pixels = static_cast<uint32_t>(matmuls.pixels);
  Shader::Push push = {.blocks = layout.Blocks(),
                       .group_words = pixels * layout.Blocks(),
                       .zeros = ZerosOf(view, matmul),
                       .output_zero_point = ZeroPointOf(view.output()),
                       .least = std::numeric_limits<int8_t>::min(),
                       .most = std::numeric_limits<int8_t>::max()};
  const ir::Shape rows = {1, 1, matmuls.pixels, layout.inputs};
  SetInt8Tile(layout, {}, rows, strides, LastWordOf(view.input(kLeft)), rows, push);
  push.group_inputs = matmuls.repeats_source ? 0 : pixels * static_cast<uint32_t>(layout.inputs);
  return push;
}

bool Fits(const Lowering& lowering, const QuantizedLayout& layout) {
  const gpu::DeviceLimits& limits = lowering.limits();
  const uint64_t right = PackedQuads(layout) * 64;
  const uint64_t result = static_cast<uint64_t>(lowering.output_dims().Rows()) * layout.Blocks() * 4;
  return std::max(right, result) <= limits.max_tensor_bytes() &&
         right <= limits.memory_bytes / limits.profile.scratch_divisor &&
         layout.AllPanels() <= limits.max_workgroup_count[0];
}

}  // namespace

Result<Int8Matmul> Int8MatmulOf(const Lowering& lowering) {
  const NodeView& view = lowering.view();
  if (view.output().type != ir::DataType::kInt8) return Unfit("the output is not int8");
  if (lowering.InputRows(kLeft).exists()) return Unfit("the left matrices are parts of another tensor");
  const TiledMatmul tiled = TiledMatmulOf(view);
  const RowMatmuls& matmuls = tiled.matmuls;
  if (tiled.packs_left || tiled.packs_right || matmuls.images != 1) {
    return Unfit("matrices would have to be transposed or repeated");
  }
  // Rows that are copied to other words may as well have whole vectors of them.
  constexpr int kVector = 16;
  const int columns = matmuls.outputs;
  const int outputs = columns % 4 == 0 ? columns : (columns + kVector - 1) / kVector * kVector;
  const FilterLayout layout = {.groups = matmuls.filters, .outputs = outputs, .inputs = matmuls.inputs};
  Int8Matmul matmul = {.matmuls = matmuls, .layout = WithLanes(layout, lowering.limits())};
  if (!Fits(lowering, matmul.layout)) return Unfit("the packed matrices exceed the device's limits");
  return matmul;
}

std::vector<Configuration> ByteProductConfigurations(const Lowering& lowering, const Int8Matmul& matmul) {
  // A single block of columns leaves all but one of the lanes idle.
  const double idle = lowering.output_dims().channels() <= 4 ? kSharers : 1;
  return ScaledTo(idle * TiledTime(matmul.matmuls) * FlopsOf(lowering.view()),
                  ConfigurationsOf(Int8MatmulPlans(lowering, matmul)));
}

std::vector<Int8TilePlan> Int8MatmulPlans(const Lowering& lowering, const Int8Matmul& matmul) {
  constexpr int kFloatBits = 32;
  return Int8TilePlans(lowering.limits(), matmul.layout, matmul.matmuls.pixels,
                       lowering.MatmulVariant(/*whole_inputs=*/false, /*outputs=*/4), kFloatBits);
}

void EmitInt8Matmul(Lowering& lowering, const Int8Matmul& matmul, const Int8TilePlan& plan,
                    gpu::TensorId result) {
  const NodeView& view = lowering.view();
  const FixedPoint multiplier = MultiplierOfMatmul(view.input(kLeft), view.input(kRight), view.output());
  const ImageStrides strides = DenseStrides(1, matmul.matmuls.pixels, matmul.layout.inputs);
  Shader::Spec spec = SpecOf(matmul, plan, strides, multiplier);
  Shader::Push push = PushOf(view, matmul, strides);
  if (view.output().dims.channels() % 4 == 0) {
    SetResultRows(InWords(lowering.OutputRows(), lowering.OutputBytes()), spec, push);
  }
  const bool in_words = plan.variant.dot_products;
  const gpu::TensorId right = EmitRight(lowering, matmul.layout, in_words);
  const Shader::Bindings bindings = {
      .source = lowering.Input(kLeft),
      .weights = right,
      .channels = AddMultiplier(lowering, in_words ? BiasOf(view, matmul) : 0, multiplier),
      .result = result};
  lowering.EmitPart<Shader>(spec, push, bindings, plan.tiles.workgroups, plan.variant);
}

}  // namespace litevk
