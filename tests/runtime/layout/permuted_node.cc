#include "tests/runtime/layout/permuted_node.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <utility>

#include "runtime/opset/run_node.h"
#include "tests/runtime/layout/permuted_attributes.h"

namespace litevk::test {
namespace {

using Ints = std::vector<int>;

const ir::Shape kImage = {2, 3, 4};

ir::DataType ChosenType(TypeSet types) {
  for (const ir::DataType type :
       {ir::DataType::kFloat32, ir::DataType::kInt32, ir::DataType::kInt64, ir::DataType::kBool,
        ir::DataType::kComplex64, ir::DataType::kFloat16, ir::DataType::kInt8}) {
    if (types.contains(type)) return type;
  }
  return ir::DataType::kNone;
}

// Returns values from 1 to 4, whose sums and products are exact, or as many bools.
std::vector<std::byte> BytesOf(const Ints& values, ir::DataType type) {
  std::vector<std::byte> bytes;
  const auto append = [&](auto value) {
    const auto* begin = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), begin, begin + sizeof(value));
  };
  for (const int value : values) {
    if (type == ir::DataType::kFloat32) append(static_cast<float>(value));
    if (type == ir::DataType::kInt32) append(int32_t{value});
    if (type == ir::DataType::kInt64) append(int64_t{value});
    if (type == ir::DataType::kBool) append(static_cast<uint8_t>(value & 1));
    if (type == ir::DataType::kInt8) append(static_cast<int8_t>(value));
    if (type == ir::DataType::kFloat16) append(static_cast<uint16_t>(0x3c00 + 0x40 * value));
    if (type == ir::DataType::kComplex64) {
      append(static_cast<float>(value));
      append(static_cast<float>(value + 1));
    }
  }
  return bytes;
}

class NodeRun {
 public:
  NodeRun(const OpInfo& info, const DimMover& mover)
      : info_(info), mover_(mover), signature_(info.types.front()) {}

  std::vector<Value> Run(std::string* problem) {
    const size_t named = info_.operands.inputs.size();
    const size_t inputs =
        signature_.variadic ? std::max<size_t>(named, 2) : std::min(named, signature_.inputs.size());
    for (size_t i = 0; i < inputs; ++i) AddInput(i);
    for (size_t i = 0; i < ResultCount(info_); ++i) AddOutput(i);
    node_.op_code = info_.op_code;
    node_.params = ParamsOf(info_, mover_);
    auto computed = ref::RunNode(graph_, node_, [&](ir::TensorId id) {
      return Result<ref::ConstView>(ref::ConstView{&graph_.tensor(id), graph_.tensor(id).data});
    });
    std::vector<Value> values;
    if (!computed.ok()) *problem = computed.status().message();
    if (computed.ok()) {
      for (ref::ComputedTensor& each : *computed) values.push_back({each.tensor.dims, std::move(each.bytes)});
    }
    return values;
  }

 private:
  static std::string_view At(const std::vector<std::string_view>& list, size_t i) {
    return list.empty() ? kAnyLayout : list[std::min(i, list.size() - 1)];
  }

  TypeSet TypesOf(const OperandType& operand) const {
    return operand.types == kT ? signature_.element : operand.types;
  }

  void AddInput(size_t i) {
    const ir::DataType type = ChosenType(TypesOf(signature_.input(i)));
    if (At(info_.layout.inputs, i) == kAnyLayout) return AddImage(type, static_cast<int>(i));
    const std::string_view name = info_.operands.inputs[std::min(i, info_.operands.inputs.size() - 1)];
    Ints values = OperandValues(name);
    for (const MovedAttribute& attribute : info_.layout.moved) {
      if (attribute.name == name) values = mover_.Moved(values, attribute.moves);
    }
    AddVector(name, type, values);
  }

  void AddVector(std::string_view name, ir::DataType type, const Ints& values) {
    const auto count = static_cast<int>(values.size());
    ir::Shape dims = {count};
    if (name == "paddings") dims = {count / 2, 2};
    if (count == 1 && name != "axis") dims = {};
    if (count == 1 && name == "axis" && info_.stem != "reverse_v2") dims = {};
    Add(type, dims, BytesOf(values, type), true);
  }

  void AddImage(ir::DataType type, int seed) {
    Ints integers;
    for (int64_t i = 0; i < kImage.NumElements(); ++i) {
      integers.push_back(1 + static_cast<int>(i * i * 7 + i * 3 + int64_t{seed} * 5) % 11 % 4);
    }
    if (info_.stem == "one_hot")
      std::ranges::transform(integers, integers.begin(), [](int n) { return n % 3; });
    Value image{kImage, BytesOf(integers, type)};
    // The update must be a part of the operand.
    if (info_.stem == "dynamic_update_slice" && seed == 1)
      image = {{1, 2, 2}, {image.bytes.begin(), image.bytes.begin() + 16}};
    const Value moved = Permuted(image, mover_.permutation());
    Add(type, moved.dims, moved.bytes, true);
  }

  void AddOutput(size_t i) { node_.outputs.push_back(Push(ChosenType(TypesOf(signature_.output(i))), {})); }

  void Add(ir::DataType type, const ir::Shape& dims, std::vector<std::byte> bytes, bool is_stored) {
    const ir::TensorId id = Push(type, dims);
    storage_.push_back(std::move(bytes));
    graph_.tensor(id).data = storage_.back();
    if (is_stored) graph_.tensor(id).constness = ir::Constness::kStored;
    node_.inputs.push_back(id);
  }

  ir::TensorId Push(ir::DataType type, const ir::Shape& dims) {
    graph_.tensors.push_back({.type = type, .dims = dims});
    if (type == ir::DataType::kInt8)
      graph_.tensors.back().quantization = {.scales = {0.5F}, .zero_points = {0}};
    return static_cast<ir::TensorId>(graph_.tensors.size()) - 1;
  }

  const OpInfo& info_;
  const DimMover& mover_;
  const Signature& signature_;
  ir::Graph graph_;
  ir::Node node_;
  std::deque<std::vector<std::byte>> storage_;
};

}  // namespace

Value Permuted(const Value& value, const Permutation& permutation) {
  const int rank = value.dims.rank();
  const Permutation full = WithAllDims(permutation, rank);
  Value result{value.dims, std::vector<std::byte>(value.bytes.size())};
  for (int i = 0; i < rank; ++i) result.dims[i] = value.dims[full[static_cast<size_t>(i)]];
  const int64_t count = value.dims.NumElements();
  const size_t size = count == 0 ? 0 : value.bytes.size() / static_cast<size_t>(count);
  for (int64_t to = 0; to < count; ++to) {
    std::vector<int> at(static_cast<size_t>(rank));
    int64_t left = to;
    for (int i = rank - 1; i >= 0; --i) {
      at[static_cast<size_t>(full[static_cast<size_t>(i)])] = static_cast<int>(left % result.dims[i]);
      left /= result.dims[i];
    }
    int64_t from = 0;
    for (int i = 0; i < rank; ++i) from = from * value.dims[i] + at[static_cast<size_t>(i)];
    std::memcpy(result.bytes.data() + static_cast<size_t>(to) * size,
                value.bytes.data() + static_cast<size_t>(from) * size, size);
  }
  return result;
}

std::vector<Value> RunPermuted(const OpInfo& info, const DimMover& mover, std::string* problem) {
  return NodeRun(info, mover).Run(problem);
}

}  // namespace litevk::test
