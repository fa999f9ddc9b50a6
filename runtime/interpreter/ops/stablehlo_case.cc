#include <string>
#include <vector>

#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/interpreter/subgraph_call.h"
#include "runtime/interpreter/subgraph_owner.h"
#include "runtime/ir/import_tensor.h"
#include "runtime/model/tensor_data.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

struct CaseOp {
  static constexpr const OpInfo& kInfo = kOpInfo_stablehlo_case;
  using Params = abi::TfLiteStablehloCaseParams;
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node);
};

// Returns the tensors after the index, which are passed to the branches.
std::span<const int> BranchInputs(const abi::TfLiteNode& node) { return Values(node.inputs).subspan(1); }

std::vector<Subgraph*> BranchesOf(Subgraph& caller, const abi::TfLiteNode& node) {
  std::vector<Subgraph*> branches;
  for (const int index : CaseOp::kInfo.called_subgraphs(node.user_data)) {
    branches.push_back(&caller.owner().subgraph(index));
  }
  return branches;
}

Status CheckNode(Subgraph& caller, const abi::TfLiteNode& node, std::span<Subgraph* const> branches) {
  const std::span<const int> inputs = Values(node.inputs);
  if (inputs.empty() || inputs[0] < 0) return InvalidArgument("has no index");
  if (branches.empty()) return InvalidArgument("has no branches");
  const abi::TfLiteTensor& index = caller.tensor(inputs[0]);
  if (index.type != abi::kTfLiteInt32 || ImportShape(index).NumElements() != 1) {
    return InvalidArgument("the index is " + std::string(ir::Name(ir::FromTfLiteType(index.type))) + " " +
                           ImportShape(index).ToString() + ", expected one int32");
  }
  for (Subgraph* branch : branches) {
    LITEVK_RETURN_IF_ERROR(CheckCall(caller, BranchInputs(node), *branch, Values(node.outputs)));
  }
  return {};
}

abi::TfLiteStatus CaseOp::Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  Subgraph& caller = SubgraphOf(context);
  const std::vector<Subgraph*> branches = BranchesOf(caller, node);
  if (const Status status = CheckNode(caller, node, branches); !status.ok()) {
    return Fail<CaseOp>(context, status.message());
  }
  return PrepareCalls(caller, BranchInputs(node), branches, Values(node.outputs));
}

// Runs the branch of the index. An index out of range selects the last branch.
abi::TfLiteStatus CaseOp::Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  Subgraph& caller = SubgraphOf(context);
  const std::vector<Subgraph*> branches = BranchesOf(caller, node);
  const int32_t index = *static_cast<const int32_t*>(caller.tensor(Values(node.inputs)[0]).data.data);
  const bool exists = index >= 0 && static_cast<size_t>(index) < branches.size();
  Subgraph& branch = exists ? *branches[static_cast<size_t>(index)] : *branches.back();
  return Call(caller, BranchInputs(node), branch, Values(node.outputs));
}

}  // namespace

abi::TfLiteRegistration MakeRegistration_stablehlo_case() { return RegistrationOf<CaseOp>(); }

}  // namespace litevk
