// The outputs of a node in the ONNX graph, and the reasons why they cannot be written.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "onnx/facts/node_facts.h"
#include "onnx/write/tensor_values.h"
#include "runtime/base/status.h"

namespace litevk::to_onnx {

class NodeResults {
 public:
  // The node and the values must outlive this object.
  NodeResults(const NodeFacts& node, TensorValues& values)
      : node_(node), values_(values), written_(node.output_count()) {}

  // Makes a value of the output's own type the output.
  void Define(size_t index, const Name& value, const Permutation& permutation);
  // Makes quantized values, in FormOf() the output, the output. `permutation` is one in which it may be
  // written.
  void DefineQuantized(size_t index, const Name& value, const Permutation& permutation);

  // RefuseType notes a type for which onnxruntime has no kernel. RefuseMissingState notes a state that the
  // main graph does not declare, and RefuseZeroScale a QuantizeLinear that divides by an output's scale of 0.
  void RefuseType(ir::DataType type) { unknown_type_ = ir::Name(type); }
  void RefuseMissingState() { lacks_state_ = true; }
  void RefuseZeroScale() { divides_by_zero_ = true; }

  // Fails if an output was not defined, or something was refused.
  Status Check() const;

 private:
  const NodeFacts& node_;
  TensorValues& values_;
  std::vector<bool> written_;
  bool lacks_state_ = false;
  bool divides_by_zero_ = false;
  std::string unknown_type_;
};

}  // namespace litevk::to_onnx
