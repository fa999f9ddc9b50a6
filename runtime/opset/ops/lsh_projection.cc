#include <string>

#include "runtime/opset/op_record.h"
#include "runtime/opset/ops/lsh_projection.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

constexpr int kMostBits = 32;

Status InferLshProjection(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  const ir::Shape& seeds = query.input(kSeeds);
  const ir::Shape& items = query.input(kItems);
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(seeds, 2, "hash functions"));
  if (seeds[1] > kMostBits) {
    return InvalidArgument("hash functions have " + std::to_string(seeds[1]) + " bits, expected at most 32");
  }
  if (items.rank() < 1 || items[0] < 1) {
    return InvalidArgument("input has dims " + items.ToString() + ", expected at least one item");
  }
  const ir::Tensor* weights = ir::OptionalInput(query, kWeights);
  if (weights != nullptr && weights->dims != ir::Shape{items[0]}) {
    return InvalidArgument("weights have dims " + weights->dims.ToString() + ", expected " +
                           std::to_string(items[0]));
  }
  const int type = query.params.As<abi::TfLiteLSHProjectionParams>().type;
  if (type == abi::kTfLiteLshProjectionSparse) return ir::SetOutput(query, {seeds[0]});
  if (type == abi::kTfLiteLshProjectionDense) return ir::SetOutput(query, {int64_t{seeds[0]} * seeds[1]});
  return InvalidArgument("type is " + std::to_string(type) + ", expected 1 (SPARSE) or 2 (DENSE)");
}

void FillParams(const schema::LSHProjectionOptions& options, abi::TfLiteLSHProjectionParams& params,
                OptionsReader& reader) {
  params.type = reader.Read(options.type(), "LSH projection type");
}

// Counts one operation for the hash of each item with each seed.
OpCost Cost(const ir::NodeView& view) {
  return CostOf(view, ElementsOf(view.input(kSeeds)) * view.input(kItems).dims[0]);
}

}  // namespace

extern const OpInfo kOpInfo_lsh_projection = {
    .op_code = abi::kTfLiteBuiltinLshProjection,
    .name = "LSH_PROJECTION",
    .stem = "lsh_projection",
    .versions =
        {
            {1, "1.5.0", "sparse and dense projections"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types = {{.element = kFixedSize,
               .inputs = {kFloat32, kT, kFloat32},
               .outputs = {kInt32},
               .required_inputs = 2,
               .quantized = Quantized::kMoved}},
    .infer_shapes = InferLshProjection,
    .operands = {{"hash", "input", "weights"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = Cost,
};

}  // namespace litevk
