#include <limits>

#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

// Scale of a quantized output, whose values range from almost -16 to 0.
constexpr float kScale = 1.0F / 16;
constexpr TypeSet kUInt8 = ir::DataType::kUInt8;

bool TfliteFails(const ir::NodeView& view) { return TfliteFailsAtExponents(view, 1); }

}  // namespace

extern const OpInfo kOpInfo_log_softmax = {
    .op_code = abi::kTfLiteBuiltinLogSoftmax,
    .name = "LOG_SOFTMAX",
    .stem = "log_softmax",
    .versions =
        {
            {1, "1.14.0", "float32 and uint8"},
            {2, "1.14.0", "int8"},
        },
    .needed_version = kInt8Is2,
    .params = kNoParams,
    .types = {{.inputs = {kFloat32}, .outputs = {kFloat32}},
              {.name = "int8",
               .inputs = {PerTensor(kInt8)},
               .outputs = {Fixed(kInt8, kScale, std::numeric_limits<int8_t>::max())}},
              {.name = "uint8",
               .inputs = {PerTensor(kUInt8)},
               .outputs = {Fixed(kUInt8, kScale, std::numeric_limits<uint8_t>::max())}}},
    .tflite_fails = TfliteFails,
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kAttribute},
    .cost = ElementwiseCost,
};

}  // namespace litevk
