#include <string>

#include "runtime/opset/dispatch.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/ops/unique.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

constexpr TypeSet kUniqueTypes = {ir::DataType::kFloat32, ir::DataType::kInt8,  ir::DataType::kUInt8,
                                  ir::DataType::kInt16,   ir::DataType::kInt32, ir::DataType::kInt64};

Status CountUnique(const ir::ShapeQuery& query) {
  const ir::Tensor& input = *query.inputs[0];
  const auto count = static_cast<size_t>(input.dims[0]);
  if (input.data.size() < count * static_cast<size_t>(ir::ByteSize(input.type))) {
    return InvalidArgument("input stores " + std::to_string(input.data.size()) + " bytes, expected " +
                           std::to_string(count) + " elements");
  }
  return ForUniqueType(input.type, [&]<typename T>(T) {
    const auto* values = reinterpret_cast<const T*>(input.data.data());
    const UniqueValues<T> unique({values, count});
    return ir::SetOutput(query, {static_cast<int64_t>(unique.values.size())});
  });
}

Status InferUnique(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(0), 1, "input"));
  const int index_type = query.params.As<abi::TfLiteUniqueParams>().index_out_type;
  if (query.output_types.size() == 2 && ir::FromTfLiteType(index_type) != query.output_types[1]) {
    return InvalidArgument("the indices are " + std::string(ir::Name(query.output_types[1])) +
                           ", the options state " + std::string(ir::Name(ir::FromTfLiteType(index_type))));
  }
  query.outputs[1] = query.input(0);
  if (query.inputs[0]->constness == ir::Constness::kStored) return CountUnique(query);
  query.outputs[0] = {ir::kUnknownDim};
  return {};
}

void FillParams(const schema::UniqueOptions& options, abi::TfLiteUniqueParams& params,
                OptionsReader& reader) {
  params.index_out_type = reader.ReadType(options.idx_out_type());
}

}  // namespace

extern const OpInfo kOpInfo_unique = {
    .op_code = abi::kTfLiteBuiltinUnique,
    .name = "UNIQUE",
    .stem = "unique",
    .versions =
        {
            {1, "1.14.0", "float32, int8, uint8, int16, int32 and int64"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types =
        {{.element = kUniqueTypes, .inputs = {kT}, .outputs = {kT, kIndex}, .quantized = Quantized::kMoved}},
    .infer_shapes = InferUnique,
    .operands = {{"input"}, {"values", "indices"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = ReductionCost,
};

}  // namespace litevk
