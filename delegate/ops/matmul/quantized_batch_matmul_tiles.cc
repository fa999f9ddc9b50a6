#include "delegate/ops/matmul/quantized_batch_matmul_tiles.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "delegate/ops/common/quantized_numbers.h"
#include "delegate/ops/conv/quantized_problem.h"
#include "delegate/ops/conv/quantized_sums.h"
#include "delegate/ops/matmul/matrix_product.h"
#include "runtime/opset/ops/batch_matmul.h"
#include "runtime/tflite/builtin_params.h"
#include "shaders/conv/quantized_tile_conv.h"
#include "shaders/matmul/pack_number_matrices.h"

namespace litevk {
namespace {

using Pack = shaders::PackNumberMatrices;
using Shader = shaders::QuantizedTileConv;

constexpr int kLeft = 0;
constexpr int kRight = 1;
constexpr int64_t kLargestProduct = int64_t{255} * 255;  // product of two values less their zero points
static_assert(kExactFactors * kLargestProduct <= int64_t{1} << std::numeric_limits<float>::digits);

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
gpu::TensorId AddFactor(Lowering& lowering, int32_t bias, const FixedPoint& factor) {
  std::vector<int32_t> words;
  for (const int32_t number : {bias, factor.multiplier, factor.left, factor.right}) {
    words.insert(words.end(), 4, number);
  }
  return AddNumbers(lowering, words);
}

Shader::Spec SpecOf(const ByteProduct& product, const ByteTilePlan& plan, const ImageStrides& strides,
                    const FixedPoint& factor) {
  const QuantizedLayout& layout = product.layout;
  const bool is_small = AreSmall(layout.inputs * kLargestProduct, {&factor, 1});
  Shader::Spec spec = {.kMayMiss = false,
                       .kStoresFour = layout.Blocks() % 4 == 0,
                       .kRescaling = static_cast<uint32_t>(is_small ? Rescaling::kSmall : Rescaling::kAny),
                       .kIsFlat = true,
                       .kIsProduct = true};
  SetByteTile(plan, layout, {}, strides, spec);
  spec.kExactQuads = kExactFactors / 4;
  return spec;
}

// Returns the constant term of sums from which the sums of rows and columns are taken off: (a - z) * (b - w)
// = a * b - w * a - z * b + z * w. All sums are modulo 2^32.
int32_t BiasOf(const NodeView& view, const ByteProduct& product) {
  return static_cast<int32_t>(int64_t{product.layout.inputs} * ZeroPointOf(view.input(kLeft)) *
                              ZeroPointOf(view.input(kRight)));
}

// Returns the two zero points and the number of inputs in the last quad, a byte each.
uint32_t ZerosOf(const NodeView& view, const ByteProduct& product) {
  const auto last = static_cast<uint32_t>((product.layout.inputs - 1) % 4 + 1);
  const auto byte = [&](int input) { return uint32_t{static_cast<uint8_t>(ZeroPointOf(view.input(input)))}; };
  return byte(kLeft) | byte(kRight) << 8 | last << 16;
}

Shader::Push PushOf(const NodeView& view, const ByteProduct& product, const ImageStrides& strides) {
  const QuantizedLayout& layout = product.layout;
  const RowProducts& products = product.products;
  const auto pixels = static_cast<uint32_t>(products.pixels);
  Shader::Push push = {.blocks = layout.Blocks(),
                       .group_words = pixels * layout.Blocks(),
                       .zeros = ZerosOf(view, product),
                       .output_zero_point = ZeroPointOf(view.output()),
                       .least = std::numeric_limits<int8_t>::min(),
                       .most = std::numeric_limits<int8_t>::max()};
  const ir::Shape rows = {1, 1, products.pixels, layout.inputs};
  SetByteTile(layout, {}, rows, strides, LastWordOf(view.input(kLeft)), rows, push);
  push.group_inputs = products.repeats_source ? 0 : pixels * static_cast<uint32_t>(layout.inputs);
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

Result<ByteProduct> ByteProductOf(const Lowering& lowering) {
  const NodeView& view = lowering.view();
  if (view.output().type != ir::DataType::kInt8) return Unfit("the output is not int8");
  if (lowering.InputRows(kLeft).exists()) return Unfit("the left matrices are parts of another tensor");
  const TiledProduct tiled = TiledProductOf(view);
  const RowProducts& products = tiled.products;
  if (tiled.packs_left || tiled.packs_right || products.images != 1) {
    return Unfit("matrices would have to be transposed or repeated");
  }
  // Rows that are copied to other words may as well have whole vectors of them.
  constexpr int kVector = 16;
  const int columns = products.outputs;
  const int outputs = columns % 4 == 0 ? columns : (columns + kVector - 1) / kVector * kVector;
  const FilterLayout layout = {.groups = products.filters, .outputs = outputs, .inputs = products.inputs};
  ByteProduct product = {.products = products, .layout = WithLanes(layout, lowering.limits())};
  if (!Fits(lowering, product.layout)) return Unfit("the packed matrices exceed the device's limits");
  return product;
}

std::vector<Configuration> ByteProductConfigurations(const Lowering& lowering, const ByteProduct& product) {
  // A single block of columns leaves all but one of the lanes idle.
  const double idle = lowering.output_dims().channels() <= 4 ? kSharers : 1;
  return ScaledTo(idle * TiledTime(product.products) * FlopsOf(lowering.view()),
                  ConfigurationsOf(ByteProductPlans(lowering, product)));
}

std::vector<ByteTilePlan> ByteProductPlans(const Lowering& lowering, const ByteProduct& product) {
  constexpr int kFloatBits = 32;
  return ByteTilePlans(lowering.limits(), product.layout, product.products.pixels,
                       lowering.ProductVariant(/*whole_inputs=*/false, /*outputs=*/4), kFloatBits);
}

void EmitByteProduct(Lowering& lowering, const ByteProduct& product, const ByteTilePlan& plan,
                     gpu::TensorId result) {
  const NodeView& view = lowering.view();
  const FixedPoint factor = FactorOfMatmul(view.input(kLeft), view.input(kRight), view.output());
  const ImageStrides strides = DenseStrides(1, product.products.pixels, product.layout.inputs);
  Shader::Spec spec = SpecOf(product, plan, strides, factor);
  Shader::Push push = PushOf(view, product, strides);
  if (view.output().dims.channels() % 4 == 0) {
    SetResultRows(InWords(lowering.OutputRows(), lowering.OutputBytes()), spec, push);
  }
  const bool in_words = plan.variant.dot_products;
  const gpu::TensorId right = EmitRight(lowering, product.layout, in_words);
  const Shader::Bindings bindings = {
      .source = lowering.Input(kLeft),
      .weights = right,
      .channels = AddFactor(lowering, in_words ? BiasOf(view, product) : 0, factor),
      .result = result};
  lowering.EmitPart<Shader>(spec, push, bindings, plan.tiles.workgroups, plan.variant);
}

}  // namespace litevk
