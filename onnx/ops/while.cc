#include "onnx.pb.h"
#include "onnx/common/control_flow.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {
namespace {

constexpr const char* kChanges = "its values change their types or dims from one round to the next";

ir::Tensor ScalarOf(ir::DataType type, const char* name) {
  ir::Tensor tensor;
  tensor.name = name;
  tensor.type = type;
  return tensor;
}

// Declares the inputs of a Loop's body: the iteration number, the condition and the carried values. Dims that
// iterations change are run-time dims.
Result<CalledValues> DeclareInputs(NodeWriter& node, const CalledValues& carried, GraphWriter& writer,
                                   ::onnx::GraphProto& body) {
  AddEdge(writer.Unique("round"), ScalarOf(ir::DataType::kInt64, ""), *body.add_input());
  AddEdge(writer.Unique("goes_on"), ScalarOf(ir::DataType::kBool, ""), *body.add_input());
  CalledValues values = {.names = {}, .tensors = carried.tensors};
  for (size_t i = 0; i < values.tensors.size(); ++i) {
    ir::Tensor& tensor = values.tensors[i];
    const Name& name = values.names.emplace_back(writer.Unique(tensor.name));
    for (int axis = 0; axis < tensor.dims.rank(); ++axis) {
      const int stated = node.output(i).signature[axis];
      if (ir::IsUnknown(stated)) tensor.dims[axis] = stated;
    }
    const bool is_assigned = node.settings().run_dims->AssignCarried(name, tensor.dims);
    if (!is_assigned) return Unsupported("its rounds change more dims than can be followed");
    AddEdge(name, tensor, *body.add_input());
  }
  return values;
}

// Returns a scalar that is true if another iteration follows.
Result<Name> WriteCondition(NodeWriter& node, const CalledValues& values, GraphWriter& writer) {
  const int subgraph = node.params<abi::TfLiteWhileParams>().cond_subgraph_index;
  LITEVK_ASSIGN_OR_RETURN(const CalledValues results, node.subgraphs().Write(subgraph, values, writer));
  if (results.names.size() != 1 || results.tensors[0].dims.NumElements() != 1) {
    return InvalidArgument("its condition is not one bool");
  }
  if (results.tensors[0].dims.rank() == 0) return results.names[0];
  return writer.Add("Squeeze", {results.names[0]});
}

// A Loop decides at the end of an iteration if another one follows, so the body ends with the condition.
Status WriteBody(NodeWriter& node, const CalledValues& carried, ::onnx::GraphProto& body) {
  GraphWriter writer(body, node.onnx().writer());
  LITEVK_ASSIGN_OR_RETURN(const CalledValues inputs, DeclareInputs(node, carried, writer, body));
  const int subgraph = node.params<abi::TfLiteWhileParams>().body_subgraph_index;
  LITEVK_ASSIGN_OR_RETURN(const CalledValues results, node.subgraphs().Write(subgraph, inputs, writer));
  if (!AreAlike(results.tensors, OutputsOf(node))) return Unsupported(kChanges);
  CalledValues next = {.names = results.names, .tensors = carried.tensors};
  for (size_t i = 0; i < next.tensors.size(); ++i) next.tensors[i].dims = results.tensors[i].dims;
  LITEVK_ASSIGN_OR_RETURN(const Name goes_on, WriteCondition(node, next, writer));
  AddResult(writer, goes_on, ScalarOf(ir::DataType::kBool, "goes_on"), body);
  for (size_t i = 0; i < next.names.size(); ++i) AddResult(writer, next.names[i], next.tensors[i], body);
  writer.Finish();
  return {};
}

}  // namespace

static Status While(NodeWriter& node) {
  CalledValues carried = ReadPassed(node, 0);
  // A value that is stored before the first iteration changes in the next one.
  for (ir::Tensor& tensor : carried.tensors) tensor.constness = ir::Constness::kRuntime;
  if (!AreAlike(carried.tensors, OutputsOf(node))) return Unsupported(kChanges);
  LITEVK_ASSIGN_OR_RETURN(const Name begins, WriteCondition(node, carried, node.onnx().writer()));
  std::vector<Name> inputs = {"", begins};
  inputs.insert(inputs.end(), carried.names.begin(), carried.names.end());
  ::onnx::NodeProto& proto = node.onnx().writer().AddNode("Loop", inputs);
  LITEVK_RETURN_IF_ERROR(WriteBody(node, carried, AddGraph(proto, "body")));
  WriteResults(node, proto);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(while, .write = While, .calls = {.keeps_dims = true})
