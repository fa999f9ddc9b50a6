#include "delegate/ops/matmul/tiled_matmul.h"

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
bool NumberRows(const MatrixWalk& walk, RowMatmuls& matmuls) {
  if (walk.empty()) return true;
  const ir::WalkDim<2>& inner = walk.back();
  if (!Varies(inner, kRight)) return false;
  matmuls.filters = SizeOf(inner);
  matmuls.repeats_source = !Varies(inner, kLeft);
  if (walk.size() == 1) return true;
  const ir::WalkDim<2>& outer = walk.front();
  matmuls.images = SizeOf(outer);
  return walk.size() == 2 && Varies(outer, kLeft) && !Varies(outer, kRight);
}

// True if consecutive left matrices have one right matrix: they form a single matrix of more rows.
bool JoinsRows(const MatrixWalk& walk) { return !walk.empty() && !Varies(walk.back(), kRight); }

// Returns the walk over an operand's matrices: those that it has, or one for each product if it repeats.
std::vector<ir::WalkDim<1>> MatricesToPack(const NodeView& view, int operand, bool repeats) {
  const MatrixDims matrix = DimsOfMatrix(view.input(operand).dims, false);
  const int64_t elements = int64_t{matrix.rows} * matrix.columns;
  if (!repeats) return {{.size = BatchDims(view.input(operand).dims).NumElements(), .strides = {elements}}};
  MatrixWalk matrices = WalkMatrices(view);
  if (operand == kRight && JoinsRows(matrices)) matrices.pop_back();
  std::vector<ir::WalkDim<1>> walk;
  walk.reserve(matrices.size());
  for (const ir::WalkDim<2>& dim : matrices) {
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

gpu::TensorId LeftOf(Lowering& lowering, const TiledMatmul& tiled) {
  if (!tiled.packs_left) return lowering.Input(kLeft);
  const MatricesOf left = Matrices(lowering, kLeft, ParamsOf(lowering.view()).adj_x, tiled.repeats);
  return EmitPacked(lowering, "left", left, {.lanes = GroupsFor(tiled.matmuls.inputs, 4), .rows = left.rows});
}

gpu::TensorId RightOf(Lowering& lowering, const TiledMatmul& tiled, FilterLayout layout) {
  const bool is_transposed = ParamsOf(lowering.view()).adj_y;
  layout.outputs_last = !is_transposed;
  if (!tiled.packs_right) return AddFilter(lowering, kRight, layout);
  return EmitPacked(lowering, "right", Matrices(lowering, kRight, is_transposed, tiled.repeats),
                    {.lanes = layout.lanes, .panels = layout.Panels(), .rows = layout.inputs});
}

uint64_t LeftBytes(const TiledMatmul& tiled) {
  if (!tiled.packs_left) return 0;
  const RowMatmuls& matmuls = tiled.matmuls;
  const int64_t rows = int64_t{matmuls.images} * (matmuls.repeats_source ? 1 : matmuls.filters);
  return gpu::BytesOf(static_cast<uint64_t>(rows * matmuls.pixels * matmuls.inputs), gpu::Storage::kFloat32);
}

Status Fits(const Lowering& lowering, const TiledMatmul& tiled) {
  if (TilesFit(lowering.view(), tiled)) return {};
  return Unfit("the packed matrices exceed the device's limits");
}

std::vector<TilePlan> PlansFor(const Lowering& lowering, const TiledMatmul& tiled) {
  return RowMatmulPlans(lowering, tiled.matmuls);
}

std::vector<Configuration> ConfigurationsFor(const Lowering& lowering, const TiledMatmul& tiled) {
  return ScaledTo(TiledTime(tiled.matmuls) * FlopsOf(lowering.view()),
                  ConfigurationsOf(PlansFor(lowering, tiled)));
}

void Emit(Lowering& lowering, const TiledMatmul& tiled, size_t configuration) {
  const TilePlan plan = PlansFor(lowering, tiled)[configuration];
  const FilterLayout layout = tiled.matmuls.Layout(lowering.limits());
  const gpu::TensorId left = LeftOf(lowering, tiled);
  const gpu::TensorId right = RightOf(lowering, tiled, layout);
  EmitRowMatmuls(
      lowering, tiled.matmuls,
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

double TiledTime(const RowMatmuls& matmuls) { return 1 + kRowsOfPacking / matmuls.pixels; }

TiledMatmul TiledMatmulOf(const NodeView& view) {
  const abi::TfLiteBatchMatMulParams& params = ParamsOf(view);
  const MatrixDims left = DimsOfMatrix(view.input(kLeft).dims, params.adj_x);
  TiledMatmul tiled = {
      .matmuls = {.pixels = left.rows, .inputs = left.columns, .outputs = view.output().dims.channels()},
      .packs_left = params.adj_x};
  MatrixWalk walk = WalkMatrices(view);
  std::erase_if(walk, [](const ir::WalkDim<2>& dim) { return dim.size == 1; });
  RowMatmuls& matmuls = tiled.matmuls;
  if (JoinsRows(walk)) {
    matmuls.pixels *= SizeOf(walk.back());
    walk.pop_back();
  }
  const RowMatmuls plain = matmuls;
  if (!NumberRows(walk, matmuls)) {
    matmuls = plain;
    for (const ir::WalkDim<2>& dim : walk) matmuls.filters *= SizeOf(dim);
    const auto repeats = [&](size_t operand) {
      return std::ranges::any_of(walk, [=](const auto& dim) { return !Varies(dim, operand); });
    };
    tiled.repeats = true;
    tiled.packs_left = tiled.packs_left || repeats(kLeft);
    tiled.packs_right = repeats(kRight);
  }
  // Packed matrices have whole blocks of four along the depth.
  const int depth = static_cast<int>(GroupsFor(matmuls.inputs, 4)) * 4;
  if (tiled.packs_left && depth != matmuls.inputs) {
    matmuls.inputs = depth;
    tiled.packs_right = true;
  }
  return tiled;
}

bool TilesFit(const NodeView& view, const TiledMatmul& tiled) {
  const gpu::DeviceLimits& limits = view.limits();
  const FilterLayout layout = tiled.matmuls.Layout(limits);
  const uint64_t left = LeftBytes(tiled);
  const uint64_t right = gpu::BytesOf(layout.FilterFloats(), gpu::Storage::kFloat32);
  return std::max(left, right) <= limits.max_tensor_bytes() &&
         left + right <= limits.memory_bytes / limits.profile.scratch_divisor &&
         layout.Panels() <= limits.max_workgroup_count[0];
}

const Algorithm<TiledMatmul> kMatmulTiled = {
    .name = "tiled", .fits = Fits, .configurations = ConfigurationsFor, .emit = Emit};

}  // namespace litevk
