#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// TFLite counts the steps by a division in the floats' own precision, onnxruntime in a higher one. That may
// add a step. A limit half a step beyond the last value gives both the same count.
static Name LimitOfFloats(Emitter& onnx, const Name& start, const Name& limit, const Name& delta) {
  const Name distance = onnx.Add("Sub", {limit, start});
  const Name steps = onnx.Add("Ceil", {onnx.Add("Abs", {onnx.Add("Div", {distance, delta})})});
  const Name halves = onnx.Add("Sub", {steps, onnx.Float(0.5F)});
  return onnx.Add("Add", {start, onnx.Add("Mul", {halves, delta})});
}

// True if the values ascend from 0 or more, whatever the limit.
static bool CountsUp(const NodeFacts& node) {
  const auto is_at_least = [&](size_t input, int64_t least) {
    const Result<std::vector<int64_t>> value = node.Known(input);
    return value.ok() && !value->empty() && !node.input(input).is_of_plan && value->front() >= least;
  };
  return is_at_least(0, 0) && is_at_least(2, 1);
}

static Status Range(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const Name start = node.Read(0, {});
  const Name limit = node.Read(1, {});
  const Name delta = node.Read(2, {});
  const bool is_float = node.output(0).type == ir::DataType::kFloat32;
  const Name end = is_float ? LimitOfFloats(onnx, start, limit, delta) : limit;
  const Name values = onnx.Add("Range", {start, end, delta});
  // onnxruntime turns such indices and their Gather into a Slice, in which negative indices have another
  // meaning.
  const bool is_plain = is_float || CountsUp(node);
  node.Write(0, is_plain ? values : onnx.Reshape(values, {-1}), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(range, .write = Range, .types = {.native = kNumeric},
               .dims = {.from_values = true, .follows_counts = true})
