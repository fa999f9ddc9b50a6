#include "runtime/c_api/handles.h"

namespace litevk::c_api {

const abi::TfLiteRegistration* Resolver::FindBuiltin(int op_code, int version) const {
  const abi::TfLiteRegistration* own = own_.FindBuiltin(op_code, version);
  return own != nullptr ? own : BuiltinOps().FindBuiltin(op_code, version);
}

const abi::TfLiteRegistration* Resolver::FindCustom(std::string_view name, int version) const {
  const abi::TfLiteRegistration* own = own_.FindCustom(name, version);
  return own != nullptr ? own : BuiltinOps().FindCustom(name, version);
}

CallError& LastError() {
  thread_local CallError last;
  return last;
}

LitevkStatus KeepError(const LitevkInterpreter* interpreter, const Status& status) {
  CallError& last = LastError();
  if (!status.ok()) {
    last = {interpreter, PrintableLines(status.message())};
  } else if (last.interpreter == interpreter) {
    last = {};
  }
  return ToPublic(status.code());
}

LitevkTensor* FindTensor(const LitevkInterpreter* interpreter, int subgraph_index, int id) {
  const auto lock = Wait(interpreter);
  Subgraph& subgraph = interpreter->interpreter->subgraph(subgraph_index);
  if (id < 0 || id >= subgraph.tensor_count()) return nullptr;
  const auto find = [&] {
    const LitevkTensor tensor = {interpreter, &subgraph, id};
    return &interpreter->tensors.try_emplace({subgraph_index, id}, tensor).first->second;
  };
  return Guard(find, [](const char*) -> LitevkTensor* { return nullptr; });
}

Status Resize(LitevkInterpreter& interpreter, int subgraph, int input, const ir::Shape& dims) {
  interpreter.use.NoteReset(subgraph);
  return interpreter.interpreter->ResizeInput(input, dims, subgraph);
}

Status Allocate(LitevkInterpreter& interpreter, int subgraph) {
  interpreter.use.NoteReset(subgraph);
  return interpreter.interpreter->AllocateTensors(subgraph);
}

Status Invoke(LitevkInterpreter& interpreter, int subgraph) {
  LITEVK_RETURN_IF_ERROR(interpreter.use.CheckRun(subgraph));
  interpreter.use.NoteRun(subgraph);
  return interpreter.interpreter->Invoke(subgraph);
}

LitevkStatus ToPublic(StatusCode code) {
  switch (code) {
    case StatusCode::kOk:
      return kLitevkOk;
    case StatusCode::kInvalidArgument:
    case StatusCode::kUnsupported:
      return kLitevkApplicationError;
    case StatusCode::kCancelled:
      return kLitevkCancelled;
    case StatusCode::kDelegateFailed:
      return kLitevkDelegateError;
    default:
      return kLitevkError;
  }
}

}  // namespace litevk::c_api
