// All parts of an ONNX model, including those of inner graphs, in the order of the file.
#pragma once

#include <string>
#include <vector>

namespace onnx {
class GraphProto;
class NodeProto;
class TensorProto;
class ValueInfoProto;
}  // namespace onnx

namespace litevk::to_onnx {

struct ModelContent {
  explicit ModelContent(::onnx::GraphProto& graph);

  std::vector<::onnx::NodeProto*> nodes;
  std::vector<::onnx::TensorProto*> constants;
  std::vector<::onnx::ValueInfoProto*> infos;  // inputs, outputs and inner values

 private:
  void Add(::onnx::GraphProto& graph);
};

// Returns the node as bytes, without its inner graphs.
std::string BytesOf(const ::onnx::NodeProto& node);

}  // namespace litevk::to_onnx
