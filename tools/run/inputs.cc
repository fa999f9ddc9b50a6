#include "tools/run/inputs.h"

#include <utility>

#include "runtime/base/stopwatch.h"
#include "tools/program/shape_option.h"
#include "tools/run/input_values.h"
#include "tools/run/quantize.h"

namespace litevk::tools {
namespace {

Result<std::vector<Array>> ReadInputFiles(const RunArguments& arguments) {
  if (!arguments.input_dir.empty()) {
    LITEVK_ASSIGN_OR_RETURN(std::vector<Array> arrays, ReadNpyFolder(arguments.input_dir, "input"));
    if (!arrays.empty()) return arrays;
    return InvalidArgument(arguments.input_dir.string() + ": holds no input_0.npy");
  }
  std::vector<Array> arrays;
  for (const auto& path : arguments.inputs) {
    LITEVK_ASSIGN_OR_RETURN(Array array, ReadNpy(path));
    arrays.push_back(std::move(array));
  }
  return arrays;
}

Status ApplyShapeOption(Session& session, const std::string& name, const ir::Shape& dims) {
  std::string names;
  for (int input = 0; input < session.input_count(); ++input) {
    if (session.input_name(input) == name) return session.ResizeInput(input, dims);
    names += (names.empty() ? "" : ", ") + session.input_name(input);
  }
  return InvalidArgument("--shape: no input is named " + name + "; the model has " + names);
}

// Quantizes the floats that files have for quantized inputs.
Status QuantizeFloats(const Session& session, bool dequantize, std::vector<Array>& inputs) {
  for (int input = 0; input < session.input_count(); ++input) {
    const Array tensor = session.DescribeInput(input);
    Array& array = inputs[static_cast<size_t>(input)];
    if (!IsQuantized(tensor) || array.type != ir::DataType::kFloat32) continue;
    const std::string name = "input " + std::to_string(input) + " '" + session.input_name(input) + "'";
    if (!dequantize) {
      return InvalidArgument(name + " takes " + std::string(ir::Name(tensor.type)) +
                             ", the array holds float32, which --dequantize allows");
    }
    auto integers = Quantize(array, tensor);
    if (!integers.ok()) return {integers.status().code(), name + ": " + integers.status().message()};
    array = *std::move(integers);
  }
  return {};
}

}  // namespace

Result<std::vector<Array>> PrepareInputs(const RunArguments& arguments, Session& session) {
  for (const std::string& text : arguments.shapes) {
    LITEVK_ASSIGN_OR_RETURN(const auto shape, ParseShapeOption(text));
    LITEVK_RETURN_IF_ERROR(ApplyShapeOption(session, shape.first, shape.second));
  }
  LITEVK_ASSIGN_OR_RETURN(std::vector<Array> inputs, ReadInputFiles(arguments));
  const bool has_files = !inputs.empty();
  if (has_files && static_cast<int>(inputs.size()) != session.input_count()) {
    return InvalidArgument("the model has " + std::to_string(session.input_count()) + " inputs, " +
                           std::to_string(inputs.size()) + " files are given");
  }
  if (!has_files) {
    LITEVK_RETURN_IF_ERROR(session.Allocate());
    LITEVK_ASSIGN_OR_RETURN(InputValues values, ParseInputValues(arguments.input_values));
    values.are_real = arguments.dequantize;
    LITEVK_ASSIGN_OR_RETURN(inputs, MakeInputs(values, session, arguments.random_seed));
  }
  LITEVK_RETURN_IF_ERROR(AllocateFor(session, inputs));
  LITEVK_RETURN_IF_ERROR(QuantizeFloats(session, arguments.dequantize, inputs));
  return inputs;
}

Status AllocateFor(Session& session, const std::vector<Array>& inputs) {
  for (int input = 0; input < session.input_count(); ++input) {
    const ir::Shape& dims = inputs[static_cast<size_t>(input)].dims;
    if (session.DescribeInput(input).dims == dims) continue;
    LITEVK_RETURN_IF_ERROR(session.ResizeInput(input, dims));
  }
  return session.Allocate();
}

Status SetInputs(Session& session, const std::vector<Array>& inputs) {
  for (int input = 0; input < session.input_count(); ++input) {
    LITEVK_RETURN_IF_ERROR(session.SetInput(input, inputs[static_cast<size_t>(input)]));
  }
  return {};
}

Result<std::vector<Array>> ReadOutputs(const Session& session) {
  std::vector<Array> outputs;
  for (int output = 0; output < session.output_count(); ++output) {
    LITEVK_ASSIGN_OR_RETURN(Array value, session.Output(output));
    outputs.push_back(std::move(value));
  }
  return outputs;
}

Result<std::unique_ptr<Session>> RunOnce(const std::filesystem::path& model, const SessionOptions& options,
                                         const std::vector<Array>& inputs, double* invoke_ms) {
  LITEVK_ASSIGN_OR_RETURN(std::unique_ptr<Session> session, Session::Create(model, options));
  LITEVK_RETURN_IF_ERROR(AllocateFor(*session, inputs));
  LITEVK_RETURN_IF_ERROR(SetInputs(*session, inputs));
  Stopwatch watch;
  LITEVK_RETURN_IF_ERROR(session->Invoke());
  if (invoke_ms != nullptr) *invoke_ms = watch.LapMs();
  return session;
}

}  // namespace litevk::tools
