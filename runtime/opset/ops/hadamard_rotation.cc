#include "runtime/opset/ops/hadamard_rotation.h"

#include <bit>
#include <cmath>
#include <string>

#include "runtime/opset/custom_options.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

using Params = HadamardRotationParams;

Status InferShapes(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::SameAsInput(query));
  const int rank = query.input(0).rank();
  if (rank == 2 || rank == 3) return {};
  return InvalidArgument("input has " + std::to_string(rank) + " dims, expected 2 or 3");
}

// Counts an addition or subtraction for each value in each of log2(size) passes, and a multiplication.
OpCost RotationCost(const ir::NodeView& view) {
  const double passes = std::log2(view.params<Params>().size);
  return CostOf(view, ElementsOf(view.output()) * (passes + 1));
}

}  // namespace

// The option random_binary_vector, the signs of the rotation, is ignored: TFLite's kernel rotates without it.
Result<ir::Params> ReadOptions_hadamard_rotation(std::span<const std::byte> bytes) {
  FlexOptions options(bytes);
  const Params params = {.size = options.AtLeast(1, "hadamard_size")};
  if (params.size > 0 && !std::has_single_bit(static_cast<unsigned>(params.size))) {
    options.Complain("its option hadamard_size is " + std::to_string(params.size) +
                     ", expected a power of two");
  }
  return options.Pack(params);
}

extern const OpInfo kOpInfo_hadamard_rotation = {
    .op_code = kCustomHadamardRotation,
    .name = "aeq.hadamard_rotation",
    .stem = "hadamard_rotation",
    .versions = {{1, kRuntimeUnknown, "float32"}},
    .needed_version = OnlyVersion1,
    .params = kCustomParams<Params>,
    .types = {{.inputs = {kFloat32}, .outputs = {kFloat32}}},
    .infer_shapes = InferShapes,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = RotationCost,
};

}  // namespace litevk
