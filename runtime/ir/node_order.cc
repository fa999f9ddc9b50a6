#include "runtime/ir/node_order.h"

#include <string>
#include <vector>

namespace litevk::ir {
namespace {

constexpr int kNobody = -1;

// The first node that touched each tensor, by TFLite index.
class TouchedTensors {
 public:
  explicit TouchedTensors(const Graph& graph)
      : readers_(graph.tensors.size(), kNobody), writers_(graph.tensors.size(), kNobody) {}

  void Read(const Node& node) {
    for (const TensorId id : node.inputs) {
      if (id != kAbsent && Reader(id) == kNobody) Reader(id) = node.index;
    }
  }

  Status Write(const Node& node) {
    for (const TensorId id : node.outputs) {
      if (id == kAbsent) continue;
      const std::string tensor = "tensor " + std::to_string(id);
      if (Writer(id) != kNobody) return Refused(Writer(id), " and node ", node, " both write " + tensor);
      if (Reader(id) == node.index) {
        return InvalidArgument("node " + std::to_string(node.index) + " reads and writes " + tensor);
      }
      if (Reader(id) != kNobody)
        return Refused(Reader(id), " reads " + tensor + " before node ", node, " writes it");
      Writer(id) = node.index;
    }
    return {};
  }

 private:
  static Status Refused(int first, const std::string& verb, const Node& second, const std::string& rest) {
    return InvalidArgument("node " + std::to_string(first) + verb + std::to_string(second.index) + rest);
  }
  int& Reader(TensorId id) { return readers_[static_cast<size_t>(id)]; }
  int& Writer(TensorId id) { return writers_[static_cast<size_t>(id)]; }

  std::vector<int> readers_;
  std::vector<int> writers_;
};

}  // namespace

Status CheckNodeOrder(const Graph& graph) {
  TouchedTensors touched(graph);
  for (const Node& node : graph.nodes) {
    touched.Read(node);
    LITEVK_RETURN_IF_ERROR(touched.Write(node));
  }
  return {};
}

}  // namespace litevk::ir
