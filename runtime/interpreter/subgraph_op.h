// The kernel of CALL and STABLEHLO_COMPOSITE, whose nodes stand for a whole subgraph.
#pragma once

#include <array>

#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/interpreter/subgraph_call.h"
#include "runtime/interpreter/subgraph_owner.h"
#include "runtime/model/tensor_data.h"

namespace litevk {

// `P`: the operator's parameters.
template <const OpInfo& kRecord, typename P>
struct SubgraphOp {
  static constexpr const OpInfo& kInfo = kRecord;
  using Params = P;

  static Subgraph& CalleeOf(Subgraph& caller, const abi::TfLiteNode& node) {
    return caller.owner().subgraph(kInfo.called_subgraphs(node.user_data).front());
  }

  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
    Subgraph& caller = SubgraphOf(context);
    Subgraph& callee = CalleeOf(caller, node);
    const std::span<const int> inputs = Values(node.inputs);
    const std::span<const int> outputs = Values(node.outputs);
    if (const Status status = CheckCall(caller, inputs, callee, outputs); !status.ok()) {
      return Fail<SubgraphOp>(context, status.message());
    }
    return PrepareCalls(caller, inputs, std::array{&callee}, outputs);
  }

  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
    Subgraph& caller = SubgraphOf(context);
    return Call(caller, Values(node.inputs), CalleeOf(caller, node), Values(node.outputs));
  }
};

}  // namespace litevk
