#include "onnx/passes/fold_pads.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "onnx.pb.h"
#include "onnx/passes/written_pass.h"
#include "runtime/base/elements.h"
#include "runtime/base/status.h"

namespace litevk::to_onnx {
namespace {

using Node = ::onnx::NodeProto;

class Folder {
 public:
  Folder(::onnx::GraphProto& graph, PassContext& context) : graph_(graph), context_(context) {
    for (const auto& constant : graph.initializer()) constants_[constant.name()] = &constant;
    for (const Node& node : graph.node()) {
      for (const std::string& output : node.output()) producers_[output] = &node;
    }
    CountReaders(graph);
    for (const auto& output : graph.output()) ++readers_[output.name()];
  }

  void Run() {
    for (Node& node : *graph_.mutable_node()) {
      const Node* pad = node.op_type() == "Conv" ? PadOf(node.input(0)) : nullptr;
      if (pad == nullptr) continue;
      const Status status = Fold(*pad, node);
      if (!status.ok()) Refuse(node, status.message(), context_);
    }
    RemoveUnread();
  }

 private:
  // Counts the readers of each value, including those in inner graphs.
  void CountReaders(const ::onnx::GraphProto& graph) {
    for (const Node& node : graph.node()) {
      for (const std::string& input : node.input()) ++readers_[input];
      for (const auto& attribute : node.attribute()) {
        if (attribute.has_g()) CountReaders(attribute.g());
      }
    }
    if (&graph == &graph_) return;
    for (const auto& output : graph.output()) ++readers_[output.name()];
  }

  const Node* ProducerOf(const std::string& value, const char* op) const {
    const auto found = producers_.find(value);
    return found != producers_.end() && found->second->op_type() == op ? found->second : nullptr;
  }

  // Returns the Pad that a value comes from, possibly through one quantization.
  const Node* PadOf(const std::string& value) const {
    const Node* back = ProducerOf(value, "DequantizeLinear");
    if (back == nullptr) return ProducerOf(value, "Pad");
    const Node* rounding = ProducerOf(back->input(0), "QuantizeLinear");
    return rounding == nullptr ? nullptr : ProducerOf(rounding->input(0), "Pad");
  }

  // Fails if a quantization behind a Pad has another scale than the one before it, so that it changes values.
  Status CheckScale(const Node& pad, const std::string& value) const {
    const Node* back = ProducerOf(value, "DequantizeLinear");
    if (back == nullptr) return {};
    const Node* before = ProducerOf(pad.input(0), "DequantizeLinear");
    const bool has_same_scale =
        before != nullptr && std::equal(before->input().begin() + 1, before->input().end(),
                                        back->input().begin() + 1, back->input().end());
    return has_same_scale ? Status() : Unsupported("values are rounded to another scale behind the Pad");
  }

  std::string BytesOf(const std::string& constant) const {
    const auto found = constants_.find(constant);
    return found == constants_.end() ? std::string() : found->second->raw_data();
  }

  // Returns the pads of a Pad that adds zeros only around height and width, before and after; the reason for
  // another Pad.
  Result<std::vector<int64_t>> ZerosOf(const Node& pad) const {
    const std::string filler = BytesOf(pad.input(2));
    const std::string bytes = BytesOf(pad.input(1));
    std::vector<int64_t> pads = CopyElements<int64_t>(std::as_bytes(std::span(bytes)));
    const bool is_zero = filler.size() == sizeof(float) && std::ranges::count(filler, '\0') == sizeof(float);
    if (!is_zero) return Unsupported("the Pad adds other values than a stored 0");
    if (pads.size() < 6) return Unsupported("the Pad's sizes are computed in a run, or it pads no image");
    const bool takes_nothing_off = std::ranges::all_of(pads, [](int64_t count) { return count >= 0; });
    if (!takes_nothing_off) return Unsupported("the Pad takes elements off");
    const size_t rank = pads.size() / 2;
    for (const size_t kept : {size_t{0}, size_t{1}, rank, rank + 1}) {
      if (pads[kept] != 0) return Unsupported("the Pad changes the batch or the channels");
    }
    pads.erase(pads.begin() + static_cast<std::ptrdiff_t>(rank),
               pads.begin() + static_cast<std::ptrdiff_t>(rank + 2));
    pads.erase(pads.begin(), pads.begin() + 2);
    return pads;
  }

  Status Fold(const Node& pad, Node& conv) {
    LITEVK_RETURN_IF_ERROR(CheckScale(pad, conv.input(0)));
    LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> zeros, ZerosOf(pad));
    const auto attribute =
        std::ranges::find(*conv.mutable_attribute(), "pads", [](const auto& each) { return each.name(); });
    if (attribute == conv.mutable_attribute()->end()) return Unsupported("the Conv states no pads");
    if (attribute->ints_size() != static_cast<int>(zeros.size())) {
      return Unsupported("the Pad has other dims than the Conv");
    }
    for (int i = 0; i < attribute->ints_size(); ++i) {
      attribute->set_ints(i, attribute->ints(i) + zeros[static_cast<size_t>(i)]);
    }
    --readers_[conv.input(0)];
    ++readers_[pad.input(0)];
    conv.set_input(0, pad.input(0));
    return {};
  }

  bool IsUnread(const Node& node) const {
    const auto count = readers_.find(node.output(0));
    const bool is_moved = node.op_type() == "Pad" || node.op_type().ends_with("izeLinear");
    return is_moved && node.output_size() == 1 && (count == readers_.end() || count->second == 0);
  }

  // Starts with the last node, since its removal may leave earlier nodes unread.
  void RemoveUnread() {
    auto& nodes = *graph_.mutable_node();
    for (int i = nodes.size() - 1; i >= 0; --i) {
      if (!IsUnread(nodes[i])) continue;
      for (const std::string& input : nodes[i].input()) --readers_[input];
      nodes[i].clear_output();
    }
    const auto is_gone = [](const Node& node) { return node.output_size() == 0; };
    nodes.erase(std::remove_if(nodes.begin(), nodes.end(), is_gone), nodes.end());
    RemoveUnreadConstants();
  }

  bool IsInput(const std::string& name) const {
    return std::ranges::any_of(graph_.input(), [&](const auto& input) { return input.name() == name; });
  }

  void RemoveUnreadConstants() {
    auto& constants = *graph_.mutable_initializer();
    const auto is_unread = [&](const auto& constant) {
      const auto count = readers_.find(constant.name());
      return !IsInput(constant.name()) && (count == readers_.end() || count->second == 0);
    };
    constants.erase(std::remove_if(constants.begin(), constants.end(), is_unread), constants.end());
  }

  ::onnx::GraphProto& graph_;
  PassContext& context_;
  std::map<std::string, const ::onnx::TensorProto*> constants_;
  std::map<std::string, const Node*> producers_;
  std::map<std::string, int> readers_;
};

}  // namespace

void FoldPads(::onnx::GraphProto& graph, PassContext& context) { Folder(graph, context).Run(); }

}  // namespace litevk::to_onnx
