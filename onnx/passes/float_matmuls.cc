#include "onnx/passes/float_matmuls.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "onnx.pb.h"
#include "onnx/passes/written_pass.h"

namespace litevk::to_onnx {
namespace {

using Node = ::onnx::NodeProto;

// Operators whose results are elements of their first input.
constexpr std::array<std::string_view, 13> kMoves = {
    "Concat", "DepthToSpace", "Expand",       "Flatten", "Gather", "Identity", "Reshape",
    "Slice",  "Split",        "SpaceToDepth", "Squeeze", "Tile",   "Transpose"};

// Adds the names of all values, including those of inner graphs.
void AddNames(const ::onnx::GraphProto& graph, std::set<std::string>& names) {
  for (const auto& input : graph.input()) names.insert(input.name());
  for (const auto& constant : graph.initializer()) names.insert(constant.name());
  for (const Node& node : graph.node()) {
    names.insert(node.output().begin(), node.output().end());
    for (const auto& attribute : node.attribute()) {
      if (attribute.has_g()) AddNames(attribute.g(), names);
    }
  }
}

bool IsMatmul(const Node& node) { return node.op_type() == "MatMul" || node.op_type() == "Gemm"; }

// True if a Gemm reads its second operand transposed.
bool IsTransposed(const Node& gemm) {
  return std::ranges::any_of(gemm.attribute(), [](const auto& attribute) {
    return attribute.name() == "transB" && attribute.i() != 0;
  });
}

bool IsMove(const Node& node) { return std::ranges::find(kMoves, node.op_type()) != kMoves.end(); }

class Keeper {
 public:
  Keeper(::onnx::GraphProto& graph, const Keeper* around, std::set<std::string>& names, PassContext& context)
      : graph_(graph), around_(around), names_(names), context_(context) {
    for (const auto& constant : graph.initializer()) constants_[constant.name()] = &constant;
    for (const Node& node : graph.node()) {
      for (const std::string& output : node.output()) producers_[output] = &node;
    }
  }

  void Run() {
    std::map<std::string, Node> kept;  // the added nodes, by the value that they protect
    for (Node& node : *graph_.mutable_node()) {
      for (auto& attribute : *node.mutable_attribute()) {
        if (attribute.has_g()) Keeper(*attribute.mutable_g(), this, names_, context_).Run();
      }
      if (!IsMatmul(node) || !MultipliesFloats(node)) continue;
      if (StaysInFloats(node)) {
        Refuse(node, "onnxruntime computes a Gemm of rows in floats", context_);
      } else {
        Keep(node, kept);
      }
    }
    if (!kept.empty()) Insert(kept);
  }

 private:
  const Node* ProducerOf(const std::string& value) const {
    const auto found = producers_.find(value);
    if (found != producers_.end()) return found->second;
    return around_ == nullptr ? nullptr : around_->ProducerOf(value);
  }

  const ::onnx::TensorProto* ConstantOf(const std::string& value) const {
    const auto found = constants_.find(value);
    if (found != constants_.end()) return found->second;
    return around_ == nullptr ? nullptr : around_->ConstantOf(value);
  }

  // Returns the DequantizeLinear whose elements the value consists of; null if there is none.
  const Node* SourceOf(const std::string& value) const {
    const Node* node = ProducerOf(value);
    while (node != nullptr && IsMove(*node)) node = ProducerOf(node->input(0));
    return node != nullptr && node->op_type() == "DequantizeLinear" ? node : nullptr;
  }

  bool MakesFloatsOfBytes(const Node& source) const {
    const ::onnx::TensorProto* point = source.input_size() > 2 ? ConstantOf(source.input(2)) : nullptr;
    return point != nullptr && (point->data_type() == ::onnx::TensorProto::INT8 ||
                                point->data_type() == ::onnx::TensorProto::UINT8);
  }

  // True if floats are multiplied with stored integers that become floats. With 8-bit values on both sides,
  // integers lose nothing.
  bool MultipliesFloats(const Node& matmul) const {
    const Node* right = SourceOf(matmul.input(1));
    if (right == nullptr || !IsStored(right->input(0))) return false;
    const Node* left = SourceOf(matmul.input(0));
    return left == nullptr || !MakesFloatsOfBytes(*left);
  }

  // True if onnxruntime computes the product in floats. It does so for a Gemm of rows, unless a Transpose
  // transposes its second operand once more.
  bool StaysInFloats(const Node& matmul) const {
    const bool is_of_rows = matmul.op_type() == "Gemm" && IsTransposed(matmul);
    return is_of_rows && SourceOf(matmul.input(1)) == ProducerOf(matmul.input(1));
  }

  bool IsStored(const std::string& value) const {
    const Node* node = ProducerOf(value);
    if (node == nullptr) return ConstantOf(value) != nullptr;
    return IsMove(*node) && IsStored(node->input(0));
  }

  // Hides the operand behind a Max of one value, which is that value. No step of onnxruntime looks through
  // it.
  void Keep(Node& matmul, std::map<std::string, Node>& kept) {
    const std::string value = matmul.input(1);
    const auto [kept_entry, is_new] = kept.try_emplace(value);
    if (is_new) {
      std::string name = value + "_floats";
      while (!names_.insert(name).second) name += "_";
      kept_entry->second.set_op_type("Max");
      kept_entry->second.add_input(value);
      kept_entry->second.add_output(name);
    }
    matmul.set_input(1, kept_entry->second.output(0));
  }

  // Inserts each of the nodes before its first reader.
  void Insert(std::map<std::string, Node>& kept) {
    ::onnx::GraphProto ordered;
    for (Node& node : *graph_.mutable_node()) {
      const auto added = std::ranges::find_if(
          kept, [&](const auto& entry) { return IsMatmul(node) && node.input(1) == entry.second.output(0); });
      if (added != kept.end()) {
        *ordered.add_node() = std::move(added->second);
        kept.erase(added);
      }
      *ordered.add_node() = std::move(node);
    }
    graph_.mutable_node()->Swap(ordered.mutable_node());
  }

  ::onnx::GraphProto& graph_;
  const Keeper* around_;
  std::set<std::string>& names_;
  PassContext& context_;
  std::map<std::string, const ::onnx::TensorProto*> constants_;
  std::map<std::string, const Node*> producers_;
};

}  // namespace

void KeepFloatMatmuls(::onnx::GraphProto& graph, PassContext& context) {
  std::set<std::string> names;
  AddNames(graph, names);
  Keeper(graph, nullptr, names, context).Run();
}

}  // namespace litevk::to_onnx
