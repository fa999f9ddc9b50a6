// Shape inference must survive any node of a broken model. For any inputs, parameters and constants, every
// operator's function must return shapes or a diagnostic. Shapes have dims that are not negative, or are
// unknown.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "delegate/kernel/op_spec.h"
#include "runtime/opset/custom_ops.h"
#include "runtime/opset/kernel.h"

namespace litevk {
namespace {

class Bytes {
 public:
  Bytes(const uint8_t* data, size_t size) : data_(data), size_(size) {}
  uint8_t Next() { return position_ < size_ ? data_[position_++] : 0; }
  // Returns mostly small numbers, sometimes extremes.
  int Int() {
    const uint8_t byte = Next();
    if (byte < 200) return byte - 20;
    return byte < 228 ? INT32_MAX - (byte - 200) : INT32_MIN + (byte - 228);
  }

 private:
  const uint8_t* data_;
  size_t size_;
  size_t position_ = 0;
};

struct Input {
  ir::Tensor tensor;
  std::vector<int> values;
};

// A dim that is open now and then, and as often beyond any tensor.
int MakeDim(Bytes& bytes) {
  const int dim = bytes.Int();
  constexpr int kOpen = std::numeric_limits<int>::min() + 16;
  return dim < kOpen ? ir::kUnknownDim : dim;
}

Input MakeInput(Bytes& bytes) {
  Input input;
  const uint8_t kind = bytes.Next();
  std::vector<int> dims(kind % 6);
  for (int& dim : dims) dim = MakeDim(bytes);
  input.tensor.dims = ir::Shape(std::move(dims));
  input.tensor.type = kind & 64 ? ir::DataType::kInt32 : ir::DataType::kFloat32;
  if (kind & 128) {
    input.values.resize(bytes.Next() % 12);
    for (int& value : input.values) value = bytes.Int();
    input.tensor.constness = ir::Constness::kStored;
  }
  return input;
}

void RunOne(const ref::KernelRow& row, Bytes& bytes) {
  std::vector<Input> inputs(bytes.Next() % 6);
  for (Input& input : inputs) input = MakeInput(bytes);
  std::vector<const ir::Tensor*> pointers;
  for (Input& input : inputs) {
    input.tensor.data = std::as_bytes(std::span(input.values));
    pointers.push_back(bytes.Next() % 8 == 0 ? nullptr : &input.tensor);
  }
  uint8_t raw[64];
  for (uint8_t& byte : raw) byte = bytes.Next();
  // Parameters of a custom operator may refer to its options.
  const Result<ir::Params> params = IsCustom(row.info)
                                        ? ReadCustomOptions(row.info, std::as_bytes(std::span(raw)))
                                        : ir::Params(raw, row.info.params.bytes);
  if (!params.ok()) return;
  std::vector<ir::Shape> outputs(1);
  const ir::DataType type = bytes.Next() % 2 == 0 ? ir::DataType::kFloat32 : ir::DataType::kInt8;
  const ir::ShapeQuery query = {
      .inputs = pointers, .params = *params, .outputs = outputs, .output_types = {&type, 1}};
  if (!InferShapes(row.info, query).ok()) return;
  const bool is_open = std::ranges::any_of(
      pointers, [](const ir::Tensor* tensor) { return tensor != nullptr && tensor->dims.has_unknown(); });
  for (const int dim : outputs[0].dims()) {
    if (dim < 0 && !(is_open && ir::IsUnknown(dim))) std::abort();
  }
}

}  // namespace
}  // namespace litevk

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  litevk::Bytes bytes(data, size);
  const auto table = litevk::OpTable();
  litevk::RunOne(*litevk::ref::FindKernel(table[bytes.Next() % table.size()].op_code), bytes);
  return 0;
}
