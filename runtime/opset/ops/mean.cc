#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

void Describe(NodeText& text) {
  text.AddOperands();
  text.AddInts("Axes", 1);
  text.AddIf(text.view().params<abi::TfLiteReducerParams>().keep_dims, "KeepDims");
}

constexpr TypeSet kUInt8 = ir::DataType::kUInt8;
constexpr TypeSet kInt16 = ir::DataType::kInt16;

constexpr LayerForm kLayer = {.operands = 1,
                              .needs = "axes",
                              .values = &LayerAttributes::axes,
                              .params = [](const LayerAttributes&, int) {
                                return PackParams(abi::TfLiteReducerParams{.keep_dims = false});
                              }};

}  // namespace

extern const OpInfo kOpInfo_mean = {
    .op_code = abi::kTfLiteBuiltinMean,
    .name = "MEAN",
    .stem = "mean",
    .versions =
        {
            {1, "1.6.0", "float32, uint8, int32 and int64"},
            {2, "1.14.0", "int8"},
            {3, "2.4.0", "int16"},
        },
    .needed_version = kInt8Is2Int16Is3,
    .params = ParamsOf<FillReducer>(),
    .types = {{.element = kNumeric, .inputs = {kT, kInt32}, .outputs = {kT}},
              {.name = "int8", .inputs = {PerTensor(kInt8), kInt32}, .outputs = {PerTensor(kInt8)}},
              {.name = "uint8", .inputs = {PerTensor(kUInt8), kInt32}, .outputs = {PerTensor(kUInt8)}},
              {.name = "int16", .inputs = {Symmetric(kInt16), kInt32}, .outputs = {Symmetric(kInt16)}}},
    .infer_shapes = ir::InferReduce,
    .operands = {{"input", "axis"}, {"output"}},
    .numeric_class = {NumericKind::kSum, {.factors = {0}, .counted_input = 0, .axes_input = 1}},
    .layout = {.role = LayoutRole::kAttribute, .inputs = {kAnyLayout, ""}, .moved = {{"axis", Moves::kAxis}}},
    .cost = ReductionCost,
    .describe = Describe,
    .layer = &kLayer,
};

}  // namespace litevk
