#include <string>
#include <vector>

#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/open_operands.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

// Returns {count, width}: `count` positions of `width` indices. A vector or a scalar has positions of one
// index.
ir::Shape PositionDims(const ir::Shape& indices) {
  if (indices.rank() == 2) return indices;
  return {indices.rank() == 0 ? 1 : indices[0], 1};
}

Status InferSparseToDense(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 4));
  const ir::Shape& indices = query.input(0);
  ir::Shape values = query.input(2);
  if (indices.rank() > 2) {
    return InvalidArgument("indices has " + std::to_string(indices.rank()) + " dims, expected at most 2");
  }
  const ir::Shape positions = PositionDims(indices);
  if (query.input(1) != ir::Shape{positions[1]}) {
    return InvalidArgument("output_shape has dims " + query.input(1).ToString() + ", expected a vector of " +
                           std::to_string(positions[1]) + " as there are indices for each value");
  }
  if (values.rank() != 0 && !ir::Agree(values, ir::Shape{positions[0]})) {
    return InvalidArgument("values has dims " + values.ToString() + ", expected a scalar or a vector of " +
                           std::to_string(positions[0]));
  }
  LITEVK_ASSIGN_OR_RETURN(const int64_t defaults, ir::CountElements(query.input(3), "default value"));
  if (defaults != 1) {
    return InvalidArgument("default value has " + std::to_string(defaults) + " elements, expected 1");
  }
  if (ir::IsPlanned(query, 1)) return ir::SetOpenOutput(query, query.input(1)[0]);
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> dims, ir::ReadStoredIndices(query, 1, "output_shape"));
  return ir::SetOutput(query, dims);
}

bool TfliteFails(const ir::NodeView& view) {
  constexpr int kMostRank = 4;
  return view.output().dims.rank() > kMostRank ||
         TfliteRefusesOutput<ir::DataType::kFloat16, ir::DataType::kInt16, ir::DataType::kBool>(view);
}

void FillParams(const schema::SparseToDenseOptions& options, abi::TfLiteSparseToDenseParams& params,
                OptionsReader&) {
  params.validate_indices = options.validate_indices();
}

}  // namespace

extern const OpInfo kOpInfo_sparse_to_dense = {
    .op_code = abi::kTfLiteBuiltinSparseToDense,
    .name = "SPARSE_TO_DENSE",
    .stem = "sparse_to_dense",
    .versions =
        {
            {1, "1.9.0", "float32 and int32"},
            {2, "1.14.0", "int64"},
            {3, "1.15.0", "int8 and uint8"},
        },
    .needed_version = ByInput<2, When{INT64, 2}, When{INT8, 3}, When{UINT8, 3}>,
    .params = ParamsOf<FillParams>(),
    .types = {{.element = kFixedSize,
               .inputs = {kIndex, kIndex, kT, kT},
               .outputs = {kT},
               .quantized = Quantized::kMoved}},
    .tflite_fails = TfliteFails,
    .infer_shapes = InferSparseToDense,
    .operands = {{"indices", "output_shape", "values", "default_value"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = MoveCost,
};

}  // namespace litevk
