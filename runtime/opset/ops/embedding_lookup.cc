#include <string>
#include <vector>

#include "runtime/opset/common/dynamic_int8.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/ops/embedding_lookup.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

// Types of the tables whose rows are returned as floats.
constexpr TypeSet kDequantizedTypes = {ir::DataType::kInt8, ir::DataType::kInt4, ir::DataType::kInt2};

Status InferEmbeddingLookup(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kLookup), 1, "lookup"));
  const ir::Shape& table = query.input(kTable);
  if (table.rank() < 2) {
    return InvalidArgument("table has " + std::to_string(table.rank()) + " dims, expected at least 2");
  }
  if (query.inputs[kTable]->quantization.block_size != 0 && table.rank() != 2) {
    return Unsupported("table has " + std::to_string(table.rank()) + " dims, expected 2 where it has blocks");
  }
  const bool is_dequantized =
      !query.output_types.empty() && query.output_types[0] != query.inputs[kTable]->type;
  if (query.inputs[kTable]->quantization.scales.size() > 1 && !is_dequantized) {
    return Unsupported("table has a scale for each row, expected one for all");
  }
  std::vector<int64_t> dims(table.dims().begin(), table.dims().end());
  dims[0] = query.input(kLookup)[0];
  return ir::SetOutput(query, dims);
}

int VersionOfEmbeddingLookup(const OpSignature& signature) {
  const schema::Tensor* values = signature.input(1);
  const bool has_scale_per_row = ScalesOf(values).size() > 1 && HasScalePerSlice(values, 0);
  if (signature.input_type(1) == INT4 || has_scale_per_row) return 4;
  return signature.input_type(1) == INT2 ? 5 : 1;
}

}  // namespace

extern const OpInfo kOpInfo_embedding_lookup = {
    .op_code = abi::kTfLiteBuiltinEmbeddingLookup,
    .name = "EMBEDDING_LOOKUP",
    .stem = "embedding_lookup",
    .versions =
        {
            {1, "1.13.0", "float32 values"},
            {2, "1.14.0", "8-bit values, output float32"},
            {3, "1.14.0", "no type that converters write"},
            {4, "2.18.0", "int4 values, or scales per channel"},
            {5, "2.21.0", "int2 values"},
        },
    .needed_version = VersionOfEmbeddingLookup,
    .params = kNoParams,
    .types = {{.element = kFixedSize | ir::DataType::kComplex64,
               .inputs = {kInt32, kT},
               .outputs = {kT},
               .quantized = Quantized::kMoved},
              {.name = "dequantized in blocks",
               .inputs = {kInt32, PerBlock({ir::DataType::kInt4, ir::DataType::kInt2})},
               .outputs = {kFloat32}},
              {.name = "dequantized",
               .inputs = {kInt32, PerChannel(kDequantizedTypes, 0)},
               .outputs = {kFloat32}},
              {.name = kDynamicInt8InUint8,
               .inputs = {kInt32, PerChannel(ir::DataType::kUInt8, 0)},
               .outputs = {kFloat32}}},
    .infer_shapes = InferEmbeddingLookup,
    .operands = {{"lookup", "table"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = MoveCost,
};

}  // namespace litevk
