// A node of a subgraph with everything that its TfLiteNode points to, except user_data, which the
// registration's free callback releases.
#pragma once

#include <cstdlib>
#include <memory>
#include <vector>

#include "runtime/interpreter/node_groups.h"
#include "runtime/opset/builtin_options.h"
#include "runtime/tflite/common.h"
#include "runtime/tflite/int_array.h"

namespace litevk {

// A partition in the form of the C ABI.
struct DelegateParams {
  DelegateParams(const NodeGroup& group, abi::TfLiteDelegate* delegate)
      : nodes(MakeIntArray(group.nodes)),
        inputs(MakeIntArray(group.inputs)),
        outputs(MakeIntArray(group.outputs)),
        params{delegate, nodes.get(), inputs.get(), outputs.get()} {}

  IntArray nodes;
  IntArray inputs;
  IntArray outputs;
  abi::TfLiteDelegateParams params;
};

class NodeRecord {
 public:
  NodeRecord(const abi::TfLiteRegistration& op, const std::vector<int>& inputs,
             const std::vector<int>& outputs, const std::vector<int>& intermediates)
      : registration(op) {
    node.inputs = MakeIntArray(inputs).release();
    node.outputs = MakeIntArray(outputs).release();
    node.intermediates = MakeIntArray(intermediates).release();
    node.temporaries = MakeIntArray({}).release();
  }
  // Frees the node's current arrays: kernels replace those of temporaries, and delegates those of inputs.
  ~NodeRecord() {
    std::free(node.inputs);
    std::free(node.outputs);
    std::free(node.intermediates);
    std::free(node.temporaries);
  }
  NodeRecord(const NodeRecord&) = delete;
  NodeRecord& operator=(const NodeRecord&) = delete;

  bool is_complete() const {
    return node.inputs != nullptr && node.outputs != nullptr && node.intermediates != nullptr &&
           node.temporaries != nullptr;
  }

  abi::TfLiteNode node = {};
  abi::TfLiteRegistration registration;
  BuiltinData options;                        // target of builtin_data,
  std::unique_ptr<DelegateParams> partition;  // or for a delegate's kernel, this partition
};

}  // namespace litevk
