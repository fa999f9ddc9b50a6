#include <cstdint>
#include <string>
#include <vector>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

// Infers one more, last dim for the parts of a wider element.
Status InferBitcast(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  const ir::Shape& input = query.input(0);
  const int from = ir::ByteSize(query.inputs[0]->type);
  const int to = ir::ByteSize(query.output_types[0]);
  std::vector<int64_t> dims(input.dims().begin(), input.dims().end());
  if (from > to) dims.push_back(from / to);
  if (from < to) {
    const int parts = to / from;
    if (dims.empty() || !ir::MayEqual(input.channels(), parts)) {
      return InvalidArgument("input has dims " + input.ToString() + ", expected " + std::to_string(parts) +
                             " as the last, the parts of an element of the output");
    }
    dims.pop_back();
  }
  return ir::SetOutput(query, dims);
}

}  // namespace

extern const OpInfo kOpInfo_bitcast = {
    .op_code = abi::kTfLiteBuiltinBitcast,
    .name = "BITCAST",
    .stem = "bitcast",
    .versions =
        {
            {1, "2.13.0", "every type of whole bytes"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.inputs = {kFixedSize | ir::DataType::kComplex64},
               .outputs = {kFixedSize | ir::DataType::kComplex64},
               .quantized = Quantized::kMoved}},
    .infer_shapes = InferBitcast,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = AliasCost,
    .describe = DescribeShape,
};

}  // namespace litevk
