#include "onnx/passes/graph_text.h"

#include <span>
#include <sstream>
#include <vector>

#include "onnx/facts/operator_name.h"
#include "runtime/base/printable.h"

namespace litevk::to_onnx {
namespace {

class Writer {
 public:
  explicit Writer(const ir::Graph& graph) : graph_(graph), is_described_(graph.tensors.size()) {}

  std::string Run() {
    text_ << "graph '" << Printable(graph_.name) << "' ";
    WriteOperands(graph_.inputs);
    for (const ir::Node& node : graph_.nodes) {
      text_ << "\n" << node.index << " " << Printable(OperatorOf(node)) << " ";
      WriteOperands(node.inputs);
      text_ << " -> ";
      WriteOperands(node.outputs);
    }
    text_ << "\nreturn ";
    WriteOperands(graph_.outputs);
    text_ << "\n";
    return text_.str();
  }

 private:
  void WriteOperands(std::span<const ir::TensorId> ids) {
    text_ << "(";
    for (size_t i = 0; i < ids.size(); ++i) {
      if (i > 0) text_ << ", ";
      ids[i] == ir::kAbsent ? void(text_ << "-") : WriteTensor(ids[i]);
    }
    text_ << ")";
  }

  void WriteTensor(ir::TensorId id) {
    text_ << "%" << id;
    const auto index = static_cast<size_t>(id);
    if (is_described_[index]) return;
    is_described_[index] = true;
    const ir::Tensor& tensor = graph_.tensor(id);
    if (!tensor.name.empty()) text_ << " '" << Printable(tensor.name) << "'";
    text_ << " " << ir::Name(tensor.type) << " " << (tensor.is_dynamic ? "?" : tensor.dims.ToString());
    WriteScales(tensor.quantization);
    if (tensor.is_known()) text_ << " stored";
  }

  void WriteScales(const ir::Quantization& quantization) {
    const size_t count = quantization.scales.size();
    if (count == 0) return;
    text_ << " scale ";
    if (count > 1) {
      text_ << "[" << count << "]";
      return;
    }
    text_ << quantization.scales.front();
    const bool has_zero_point = !quantization.zero_points.empty() && quantization.zero_points.front() != 0;
    if (has_zero_point) text_ << " zero " << quantization.zero_points.front();
  }

  const ir::Graph& graph_;
  std::vector<bool> is_described_;  // by ir::TensorId
  std::ostringstream text_;
};

}  // namespace

std::string GraphText(const ir::Graph& graph) { return Writer(graph).Run(); }

}  // namespace litevk::to_onnx
