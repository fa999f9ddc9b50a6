#include <algorithm>
#include <string>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferBucketize(const ir::ShapeQuery& query) {
  const auto& params = query.params.As<abi::TfLiteBucketizeParams>();
  if (params.num_boundaries < 0 || (params.num_boundaries > 0 && params.boundaries == nullptr)) {
    return InvalidArgument("num_boundaries is " + std::to_string(params.num_boundaries) +
                           ", expected as many boundaries");
  }
  if (!std::is_sorted(params.boundaries, params.boundaries + params.num_boundaries)) {
    return InvalidArgument("the boundaries do not ascend");
  }
  return ir::SameAsInput(query);
}

void FillParams(const schema::BucketizeOptions& options, abi::TfLiteBucketizeParams& params, OptionsReader&) {
  if (options.boundaries() == nullptr) return;
  params.boundaries = options.boundaries()->data();
  params.num_boundaries = static_cast<int>(options.boundaries()->size());
}

}  // namespace

extern const OpInfo kOpInfo_bucketize = {
    .op_code = abi::kTfLiteBuiltinBucketize,
    .name = "BUCKETIZE",
    .stem = "bucketize",
    .versions =
        {
            {1, "2.8.0", "float32, float64, int32 and int64"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types = {{.inputs = {kNumeric | ir::DataType::kFloat64}, .outputs = {kInt32}}},
    .infer_shapes = InferBucketize,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
