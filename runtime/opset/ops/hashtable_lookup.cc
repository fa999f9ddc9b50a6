#include <string>
#include <vector>

#include "runtime/opset/op_record.h"
#include "runtime/opset/ops/hashtable_lookup.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferHashtableLookup(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kLookup), 1, "lookup"));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kKeys), 1, "keys"));
  const ir::Shape& values = query.input(kValues);
  if (values.rank() < 1 || values[0] != query.input(kKeys)[0]) {
    return InvalidArgument("values have dims " + values.ToString() + ", expected a row for each of the " +
                           std::to_string(query.input(kKeys)[0]) + " keys");
  }
  if (query.inputs[kValues]->type == ir::DataType::kString) {
    LITEVK_RETURN_IF_ERROR(ir::CheckRank(values, 1, "a table of strings"));
  }
  std::vector<int64_t> dims(values.dims().begin(), values.dims().end());
  dims[0] = query.input(kLookup)[0];
  LITEVK_RETURN_IF_ERROR(ir::SetOutput(query, dims));
  query.outputs[kHits] = query.input(kLookup);
  return {};
}

}  // namespace

extern const OpInfo kOpInfo_hashtable_lookup = {
    .op_code = abi::kTfLiteBuiltinHashtableLookup,
    .name = "HASHTABLE_LOOKUP",
    .stem = "hashtable_lookup",
    .versions =
        {
            {1, "1.5.0", "every type of values"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = kFixedSize | kString,
               .inputs = {kInt32, kInt32, kT},
               .outputs = {kT, ir::DataType::kUInt8},
               .quantized = Quantized::kMoved}},
    .infer_shapes = InferHashtableLookup,
    .operands = {{"lookup", "keys", "values"}, {"output", "hits"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = MoveCost,
};

}  // namespace litevk
