#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Inserts step - 1 fillers behind each element of a dim, and removes those behind the last one.
static Name Spread(Emitter& onnx, const Name& value, std::vector<int64_t>& dims, size_t axis, int64_t step,
                   const Name& filler) {
  std::vector<int64_t> apart = dims;
  apart.insert(apart.begin() + static_cast<ptrdiff_t>(axis) + 1, 1);
  std::vector<int64_t> pads(2 * apart.size());
  pads[apart.size() + axis + 1] = step - 1;
  const Name padded = onnx.Pad(onnx.Reshape(value, apart), pads, filler);
  std::vector<int64_t> whole = dims;
  whole[axis] *= step;
  dims[axis] = (dims[axis] - 1) * step + 1;
  return onnx.Slice(onnx.Reshape(padded, whole), {0}, {dims[axis]}, {static_cast<int64_t>(axis)});
}

static Status Dilate(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> dilations, node.Known(1));
  const Name filler = onnx.Reshape(node.Read(2, {}), {});
  std::vector<int64_t> dims = WrittenDims(node.input(0).dims, {});
  Name value = node.Read(0, {});
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    if (dilations[axis] > 1) value = Spread(onnx, value, dims, axis, dilations[axis], filler);
  }
  node.Write(0, onnx.Add("Identity", {value}), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(dilate, .write = Dilate,
               .types = {.native = kNumeric | TypeSet{ir::DataType::kInt8, ir::DataType::kUInt8,
                                                      ir::DataType::kFloat64}},
               .quantization = {.takes_only_floats = true})
