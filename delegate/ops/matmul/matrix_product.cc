#include "delegate/ops/matmul/matrix_product.h"

#include <algorithm>
#include <utility>

#include "delegate/ops/conv/device_pack.h"
#include "runtime/opset/ops/batch_matmul.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

constexpr int kLeft = 0;
constexpr int kRight = 1;
// Rows that take as long as packing a right matrix, which writes as much as it reads, and as filling the last
// tile. Up to eight rows run faster in blocks.
constexpr double kRowsOfPacking = 8.5;

const abi::TfLiteBatchMatMulParams& ParamsOf(const NodeView& view) {
  return view.params<abi::TfLiteBatchMatMulParams>();
}

bool Varies(const ir::WalkDim<2>& dim, size_t operand) { return dim.strides[operand] != 0; }

int SizeOf(const ir::WalkDim<2>& dim) { return static_cast<int>(dim.size); }

// Sets images, filters and repeated sources. Returns false if conv_2d.comp does not know the walk.
bool NumberRows(const MatrixWalk& walk, RowProducts& products) {
  if (walk.empty()) return true;
  const ir::WalkDim<2>& inner = walk.back();
  if (!Varies(inner, kRight)) return false;
  products.filters = SizeOf(inner);
  products.repeats_source = !Varies(inner, kLeft);
  if (walk.size() == 1) return true;
  const ir::WalkDim<2>& outer = walk.front();
  products.images = SizeOf(outer);
  return walk.size() == 2 && Varies(outer, kLeft) && !Varies(outer, kRight);
}

// True if consecutive left matrices have one right matrix: they form a single matrix of more rows.
bool JoinsRows(const MatrixWalk& walk) { return !walk.empty() && !Varies(walk.back(), kRight); }

// Returns the walk over an operand's matrices: those that it has, or one for each product if it repeats.
std::vector<ir::WalkDim<1>> MatricesToPack(const NodeView& view, int operand, bool repeats) {
  const MatrixDims matrix = DimsOfMatrix(view.input(operand).dims, false);
  const int64_t elements = int64_t{matrix.rows} * matrix.columns;
  if (!repeats) return {{.size = BatchDims(view.input(operand).dims).NumElements(), .strides = {elements}}};
  MatrixWalk products = WalkMatrices(view);
  if (operand == kRight && JoinsRows(products)) products.pop_back();
  std::vector<ir::WalkDim<1>> walk;
  walk.reserve(products.size());
  for (const ir::WalkDim<2>& dim : products) {
    walk.push_back({.size = dim.size, .strides = {dim.strides[static_cast<size_t>(operand)] * elements}});
  }
  return walk;
}

MatricesOf Matrices(Lowering& lowering, int operand, bool is_transposed, bool repeats) {
  const MatrixDims matrix = DimsOfMatrix(lowering.view().input(operand).dims, is_transposed);
  return {.tensor = lowering.Input(operand),
          .rows = matrix.rows,
          .columns = matrix.columns,
          .is_transposed = is_transposed,
          .walk = MatricesToPack(lowering.view(), operand, repeats)};
}

gpu::TensorId LeftOf(Lowering& lowering, const TiledProduct& tiled) {
  if (!tiled.packs_left) return lowering.Input(kLeft);
  const MatricesOf left = Matrices(lowering, kLeft, ParamsOf(lowering.view()).adj_x, tiled.repeats);
  return EmitPacked(lowering, "left", left,
                    {.lanes = GroupsFor(tiled.products.inputs, 4), .rows = left.rows});
}

gpu::TensorId RightOf(Lowering& lowering, const TiledProduct& tiled, FilterLayout layout) {
  const bool is_transposed = ParamsOf(lowering.view()).adj_y;
  layout.outputs_last = !is_transposed;
  if (!tiled.packs_right) return AddFilter(lowering, kRight, layout);
  return EmitPacked(lowering, "right", Matrices(lowering, kRight, is_transposed, tiled.repeats),
                    {.lanes = layout.lanes, .panels = layout.Panels(), .rows = layout.inputs});
}

uint64_t LeftBytes(const TiledProduct& tiled) {
  if (!tiled.packs_left) return 0;
  const RowProducts& products = tiled.products;
  const int64_t rows = int64_t{products.images} * (products.repeats_source ? 1 : products.filters);
  return gpu::BytesOf(static_cast<uint64_t>(rows * products.pixels * products.inputs),
                      gpu::Storage::kFloat32);
}

Status Fits(const Lowering& lowering, const TiledProduct& tiled) {
  if (TilesFit(lowering.view(), tiled)) return {};
  return Unfit("the packed matrices exceed the device's limits");
}

std::vector<TilePlan> PlansFor(const Lowering& lowering, const TiledProduct& tiled) {
  return RowProductPlans(lowering, tiled.products);
}

std::vector<Configuration> ConfigurationsFor(const Lowering& lowering, const TiledProduct& tiled) {
  return ScaledTo(TiledTime(tiled.products) * FlopsOf(lowering.view()),
                  ConfigurationsOf(PlansFor(lowering, tiled)));
}

void Emit(Lowering& lowering, const TiledProduct& tiled, size_t configuration) {
  const TilePlan plan = PlansFor(lowering, tiled)[configuration];
  const FilterLayout layout = tiled.products.Layout(lowering.limits());
  const gpu::TensorId left = LeftOf(lowering, tiled);
  const gpu::TensorId right = RightOf(lowering, tiled, layout);
  EmitRowProducts(
      lowering, tiled.products,
      {.source = left, .weights = right, .bias = AddNoBias(lowering, layout), .result = lowering.Output()},
      plan);
}

}  // namespace

MatrixWalk WalkMatrices(const NodeView& view) {
  return ir::MergeDims(
      ir::BroadcastDims<2>({BatchDims(view.input(kLeft).dims), BatchDims(view.input(kRight).dims)},
                           BatchDims(view.output().dims)),
      false);
}

MatrixWalk WalkElements(const NodeView& view) {
  MatrixWalk walk = WalkMatrices(view);
  for (ir::WalkDim<2>& dim : walk) {
    for (int operand = 0; operand < 2; ++operand) {
      const MatrixDims matrix = DimsOfMatrix(view.input(operand).dims, false);
      dim.strides[static_cast<size_t>(operand)] *= int64_t{matrix.rows} * matrix.columns;
    }
  }
  walk.push_back({});
  return walk;
}

std::string MatmulParameters(const NodeView& view) {
  const abi::TfLiteBatchMatMulParams& params = ParamsOf(view);
  return "by " + view.input(kRight).dims.ToString() + (params.adj_x ? " left transposed" : "") +
         (params.adj_y ? " right transposed" : "");
}

double TiledTime(const RowProducts& products) { return 1 + kRowsOfPacking / products.pixels; }

TiledProduct TiledProductOf(const NodeView& view) {
  const abi::TfLiteBatchMatMulParams& params = ParamsOf(view);
  const MatrixDims left = DimsOfMatrix(view.input(kLeft).dims, params.adj_x);
  TiledProduct tiled = {
      .products = {.pixels = left.rows, .inputs = left.columns, .outputs = view.output().dims.channels()},
      .packs_left = params.adj_x};
  MatrixWalk walk = WalkMatrices(view);
  std::erase_if(walk, [](const ir::WalkDim<2>& dim) { return dim.size == 1; });
  RowProducts& products = tiled.products;
  if (JoinsRows(walk)) {
    products.pixels *= SizeOf(walk.back());
    walk.pop_back();
  }
  const RowProducts plain = products;
  if (!NumberRows(walk, products)) {
    products = plain;
    for (const ir::WalkDim<2>& dim : walk) products.filters *= SizeOf(dim);
    const auto repeats = [&](size_t operand) {
      return std::ranges::any_of(walk, [=](const auto& dim) { return !Varies(dim, operand); });
    };
    tiled.repeats = true;
    tiled.packs_left = tiled.packs_left || repeats(kLeft);
    tiled.packs_right = repeats(kRight);
  }
  // Packed matrices have whole blocks of four along the depth.
  const int depth = static_cast<int>(GroupsFor(products.inputs, 4)) * 4;
  if (tiled.packs_left && depth != products.inputs) {
    products.inputs = depth;
    tiled.packs_right = true;
  }
  return tiled;
}

bool TilesFit(const NodeView& view, const TiledProduct& tiled) {
  const gpu::DeviceLimits& limits = view.limits();
  const FilterLayout layout = tiled.products.Layout(limits);
  const uint64_t left = LeftBytes(tiled);
  const uint64_t right = gpu::BytesOf(layout.FilterFloats(), gpu::Storage::kFloat32);
  return std::max(left, right) <= limits.max_tensor_bytes() &&
         left + right <= limits.memory_bytes / limits.profile.scratch_divisor &&
         layout.Panels() <= limits.max_workgroup_count[0];
}

const Algorithm<TiledProduct> kMatmulTiled = {
    .name = "tiled", .fits = Fits, .configurations = ConfigurationsFor, .emit = Emit};

}  // namespace litevk
