#include "runtime/c_api/handles.h"
#include "runtime/interpreter/profile.h"
#include "runtime/model/tensor_data.h"
#include "runtime/tflite/builtin_names.h"

namespace c_api = litevk::c_api;
using c_api::Own;
using litevk::Interpreter;
using litevk::Status;

namespace {

int IdAt(const std::vector<int>& ids, int position) {
  const auto index = static_cast<size_t>(position);
  return index < ids.size() ? ids[index] : -1;
}

const char* NameOf(const litevk::abi::TfLiteRegistration& registration) {
  if (registration.custom_name != nullptr) return registration.custom_name;
  const std::string_view name = litevk::abi::BuiltinName(registration.builtin_code);
  return name.empty() ? "" : name.data();  // the names are literals
}

LitevkTensor* PrimaryTensor(const LitevkInterpreter* interpreter, int id) {
  return c_api::FindTensor(interpreter, 0, id);
}

Status ApplyDelegates(Interpreter& interpreter, const LitevkInterpreterOptions* options) {
  if (options == nullptr) return {};
  for (litevk::abi::TfLiteDelegate* delegate : options->delegates) {
    LITEVK_RETURN_IF_ERROR(interpreter.ModifyGraphWithDelegate(delegate));
  }
  return {};
}

litevk::Result<LitevkInterpreter*> MakeInterpreter(const LitevkModel& model,
                                                   const LitevkInterpreterOptions* options) {
  auto handle = std::make_unique<LitevkInterpreter>();
  handle->resolver = std::make_unique<const c_api::Resolver>(options);
  litevk::InterpreterOptions settings;
  settings.report_error = [](std::string_view) {};
  if (options != nullptr) settings = options->options;
  LITEVK_ASSIGN_OR_RETURN(handle->interpreter,
                          Interpreter::Create(model.model, *handle->resolver, std::move(settings)));
  LITEVK_RETURN_IF_ERROR(ApplyDelegates(*handle->interpreter, options));
  handle->interpreter->TakeErrors();
  c_api::KeepError(handle.get(), {});  // an earlier interpreter at this address may have left an error
  return handle.release();
}

}  // namespace

LitevkStatus litevk::c_api::DescribeNode(const LitevkInterpreter* interpreter, int subgraph_index,
                                         int position, LitevkNodeInfo* info) {
  const auto lock = Wait(interpreter);
  Subgraph& subgraph = interpreter->interpreter->subgraph(subgraph_index);
  const auto offset = static_cast<size_t>(position);
  if (offset >= subgraph.plan().size() || info == nullptr) return kLitevkApplicationError;
  const int index = subgraph.plan()[offset];
  const litevk::abi::TfLiteNode& node = subgraph.node(index);
  const litevk::abi::TfLiteRegistration& registration = subgraph.registration(index);
  const litevk::NodeProfile profile = interpreter->interpreter->profile().Of(subgraph.index(), index);
  const auto inputs = litevk::Values(node.inputs);
  const auto outputs = litevk::Values(node.outputs);
  *info = {
      .node_index = index,
      .op_name = NameOf(registration),
      .version = registration.version,
      .inputs = inputs.data(),
      .input_count = static_cast<int>(inputs.size()),
      .outputs = outputs.data(),
      .output_count = static_cast<int>(outputs.size()),
      .is_delegated = node.delegate != nullptr,
      .profiled_runs = profile.runs,
      .profiled_seconds = profile.seconds,
  };
  return kLitevkOk;
}

LitevkInterpreter* LitevkInterpreterCreate(const LitevkModel* model, const LitevkInterpreterOptions* options,
                                           char* error, size_t error_size) {
  return c_api::Create(error, error_size, [&]() -> LitevkInterpreter* {
    if (model == nullptr) {
      c_api::WriteError("the model is null", error, error_size);
      return nullptr;
    }
    litevk::Result<LitevkInterpreter*> interpreter = MakeInterpreter(*model, options);
    if (interpreter.ok()) return *interpreter;
    c_api::WriteError(litevk::PrintableLines(interpreter.status().message()), error, error_size);
    return nullptr;
  });
}

void LitevkInterpreterDelete(LitevkInterpreter* interpreter) { delete interpreter; }

const char* LitevkInterpreterGetError(const LitevkInterpreter* interpreter) {
  const c_api::CallError& last = c_api::LastError();
  return (last.interpreter == interpreter ? last.diagnostic : interpreter->error).c_str();
}

int LitevkInterpreterGetInputCount(const LitevkInterpreter* interpreter) {
  return static_cast<int>(interpreter->interpreter->primary().inputs().size());
}

int LitevkInterpreterGetOutputCount(const LitevkInterpreter* interpreter) {
  return static_cast<int>(interpreter->interpreter->primary().outputs().size());
}

LitevkTensor* LitevkInterpreterGetInputTensor(const LitevkInterpreter* interpreter, int input) {
  return PrimaryTensor(interpreter, LitevkInterpreterGetInputTensorIndex(interpreter, input));
}

const LitevkTensor* LitevkInterpreterGetOutputTensor(const LitevkInterpreter* interpreter, int output) {
  return PrimaryTensor(interpreter, LitevkInterpreterGetOutputTensorIndex(interpreter, output));
}

int LitevkInterpreterGetInputTensorIndex(const LitevkInterpreter* interpreter, int input) {
  return IdAt(interpreter->interpreter->primary().inputs(), input);
}

int LitevkInterpreterGetOutputTensorIndex(const LitevkInterpreter* interpreter, int output) {
  return IdAt(interpreter->interpreter->primary().outputs(), output);
}

int LitevkInterpreterGetTensorCount(const LitevkInterpreter* interpreter) {
  const auto lock = c_api::Wait(interpreter);
  return interpreter->interpreter->primary().tensor_count();
}

LitevkTensor* LitevkInterpreterGetTensor(const LitevkInterpreter* interpreter, int index) {
  return PrimaryTensor(interpreter, index);
}

int LitevkInterpreterGetSubgraphCount(const LitevkInterpreter* interpreter) {
  return interpreter->interpreter->subgraph_count();
}

int LitevkInterpreterGetSubgraphTensorCount(const LitevkInterpreter* interpreter, int subgraph) {
  const bool exists = subgraph >= 0 && subgraph < interpreter->interpreter->subgraph_count();
  const auto lock = c_api::Wait(interpreter);
  return exists ? interpreter->interpreter->subgraph(subgraph).tensor_count() : 0;
}

LitevkTensor* LitevkInterpreterGetSubgraphTensor(const LitevkInterpreter* interpreter, int subgraph,
                                                 int index) {
  const bool exists = subgraph >= 0 && subgraph < interpreter->interpreter->subgraph_count();
  return exists ? c_api::FindTensor(interpreter, subgraph, index) : nullptr;
}

LitevkStatus LitevkInterpreterResizeInputTensor(LitevkInterpreter* interpreter, int input, const int* dims,
                                                int dims_count) {
  return c_api::Run(interpreter, [&]() -> Status {
    LITEVK_ASSIGN_OR_RETURN(const litevk::ir::Shape shape, c_api::MakeShape(dims, dims_count));
    return c_api::Resize(*interpreter, 0, input, shape);
  });
}

LitevkStatus LitevkInterpreterAllocateTensors(LitevkInterpreter* interpreter) {
  return c_api::Run(interpreter, [&] { return c_api::Allocate(*interpreter, 0); });
}

LitevkStatus LitevkInterpreterInvoke(LitevkInterpreter* interpreter) {
  return c_api::Run(interpreter, [&] { return c_api::Invoke(*interpreter, 0); });
}

LitevkStatus LitevkInterpreterResetVariableTensors(LitevkInterpreter* interpreter) {
  return c_api::Run(interpreter, [&] { return interpreter->interpreter->ResetVariables(); });
}

LitevkStatus LitevkInterpreterModifyGraphWithDelegate(LitevkInterpreter* interpreter,
                                                      TfLiteDelegate* delegate) {
  return c_api::Run(interpreter,
                    [&] { return interpreter->interpreter->ModifyGraphWithDelegate(Own(delegate)); });
}

void LitevkInterpreterCancel(LitevkInterpreter* interpreter) { interpreter->interpreter->Cancel(); }

LitevkStatus LitevkInterpreterTryLock(LitevkInterpreter* interpreter) {
  return c_api::Run(interpreter, [&]() -> Status {
    interpreter->use.lock().mutex().lock();  // locks once more: Run's own lock ends with this call
    return {};
  });
}

void LitevkInterpreterUnlock(LitevkInterpreter* interpreter) { interpreter->use.lock().mutex().unlock(); }

int LitevkInterpreterGetNodeCount(const LitevkInterpreter* interpreter) {
  const auto lock = c_api::Wait(interpreter);
  return static_cast<int>(interpreter->interpreter->primary().plan().size());
}

LitevkStatus LitevkInterpreterGetNodeInfo(const LitevkInterpreter* interpreter, int position,
                                          LitevkNodeInfo* info) {
  return c_api::DescribeNode(interpreter, 0, position, info);
}

void LitevkInterpreterResetProfile(LitevkInterpreter* interpreter) {
  const auto lock = c_api::Wait(interpreter);
  interpreter->interpreter->profile().Reset();
}
