#include "runtime/interpreter/interpreter.h"

#include <algorithm>
#include <string>
#include <utility>

#include "runtime/base/denormals.h"
#include "runtime/base/log.h"
#include "runtime/base/printable.h"
#include "runtime/interpreter/input_dims.h"
#include "runtime/interpreter/profile.h"
#include "runtime/interpreter/resolve_ops.h"
#include "runtime/interpreter/resources.h"
#include "runtime/interpreter/subgraph.h"
#include "runtime/model/tensor_data.h"
#include "runtime/tflite/schema/tflite_generated.h"

namespace litevk {
namespace {

// Prefix of subgraphs that only validate other ones and are never delegated.
constexpr std::string_view kValidationPrefix = "VALIDATION:";

StatusCode ToCode(abi::TfLiteStatus status) {
  switch (status) {
    case abi::kTfLiteOk:
      return StatusCode::kOk;
    case abi::kTfLiteDelegateError:
      return StatusCode::kDelegateFailed;
    case abi::kTfLiteApplicationError:
    case abi::kTfLiteUnresolvedOps:
      return StatusCode::kUnsupported;
    case abi::kTfLiteCancelled:
      return StatusCode::kCancelled;
    default:
      return StatusCode::kInternal;
  }
}

}  // namespace

Interpreter::Interpreter(std::shared_ptr<const Model> model, InterpreterOptions options)
    : model_(std::move(model)),
      options_(std::move(options)),
      resources_(std::make_unique<ResourceTable>()),
      profile_(std::make_unique<Profile>(options_.enable_profiling)) {}

Interpreter::~Interpreter() = default;

Result<std::unique_ptr<Interpreter>> Interpreter::Create(std::shared_ptr<const Model> model,
                                                         const OpResolver& resolver,
                                                         InterpreterOptions options) {
  if (options.num_threads < -1) {
    return InvalidArgument("num_threads should be at least 0, or -1 for the default, found " +
                           std::to_string(options.num_threads));
  }
  std::unique_ptr<Interpreter> interpreter(new Interpreter(std::move(model), std::move(options)));
  LITEVK_RETURN_IF_ERROR(interpreter->Load(resolver));
  return interpreter;
}

Status Interpreter::Load(const OpResolver& resolver) {
  LITEVK_ASSIGN_OR_RETURN(const auto ops, ResolveOps(*model_, resolver, options_.allow_unresolved));
  const auto& sources = *model_->root().subgraphs();
  for (size_t index = 0; index < sources.size(); ++index) {
    subgraphs_.push_back(std::make_unique<Subgraph>(*this, static_cast<int>(index)));
  }
  for (const auto& subgraph : subgraphs_) {
    const auto index = static_cast<flatbuffers::uoffset_t>(subgraph->index());
    LITEVK_RETURN_IF_ERROR(subgraph->Load(*sources.Get(index), ops));
  }
  return {};
}

Status Interpreter::ToStatus(abi::TfLiteStatus status, size_t errors_begin) const {
  if (status == abi::kTfLiteOk) return {};
  std::string message = errors_.substr(std::min(errors_begin, errors_.size()));
  if (message.starts_with('\n')) message.erase(0, 1);
  if (message.empty()) message = "failed with status " + std::to_string(status);
  return {ToCode(status), std::move(message)};
}

Status Interpreter::ModifyGraphWithDelegate(abi::TfLiteDelegate* delegate) {
  const size_t errors_begin = errors_.size();
  return ToStatus(ApplyDelegate(delegate), errors_begin);
}

abi::TfLiteStatus Interpreter::ApplyDelegate(abi::TfLiteDelegate* delegate) {
  for (const auto& subgraph : subgraphs_) {
    if (subgraph->name().starts_with(kValidationPrefix)) continue;
    const abi::TfLiteStatus status = subgraph->ApplyDelegate(delegate);
    if (status == abi::kTfLiteOk) continue;
    if (status != abi::kTfLiteDelegateError) return status;
    for (const auto& other : subgraphs_) {
      if (const auto removed = other->RemoveDelegates(); removed != abi::kTfLiteOk) return removed;
    }
    return status;
  }
  return abi::kTfLiteOk;
}

Status Interpreter::ResizeInput(int input, const ir::Shape& dims, int subgraph_index) {
  Subgraph& resized = subgraph(subgraph_index);
  const std::vector<int>& inputs = resized.inputs();
  if (input < 0 || input >= static_cast<int>(inputs.size())) {
    return InvalidArgument("there is no input " + std::to_string(input) + " among " +
                           std::to_string(inputs.size()));
  }
  const size_t errors_begin = errors_.size();
  return ToStatus(resized.Resize(inputs[static_cast<size_t>(input)], dims), errors_begin);
}

Status Interpreter::AllocateTensors(int subgraph_index) {
  const size_t errors_begin = errors_.size();
  return WithInputDims(ToStatus(subgraph(subgraph_index).Allocate(), errors_begin), *model_,
                       subgraph(subgraph_index));
}

Status Interpreter::Invoke(int subgraph_index) {
  const size_t errors_begin = errors_.size();
  return WithOpenInputs(ToStatus(InvokeAndRead(subgraph(subgraph_index)), errors_begin), *model_,
                        subgraph(subgraph_index));
}

abi::TfLiteStatus Interpreter::InvokeAndRead(Subgraph& called) {
  const ScopedFlushDenormals flush_denormals;
  const ScopedThreadPool scoped_pool(&pool_);
  const abi::TfLiteStatus status = called.Invoke();
  if (status == abi::kTfLiteCancelled) cancelled_ = false;
  if (status != abi::kTfLiteOk) return status;
  for (const int id : called.outputs()) {
    if (id < 0) continue;
    if (const auto readable = called.EnsureReadable(id); readable != abi::kTfLiteOk) return readable;
  }
  return abi::kTfLiteOk;
}

Status Interpreter::ResetVariables() {
  const size_t errors_begin = errors_.size();
  for (const auto& subgraph : subgraphs_) {
    // A subgraph that no operator has prepared yet is zeroed when it is prepared.
    if (subgraph->index() > 0 && !subgraph->is_ready()) continue;
    const auto status = subgraph->ResetVariables();
    if (status != abi::kTfLiteOk) return ToStatus(status, errors_begin);
  }
  return {};
}

std::string Interpreter::TakeErrors() { return std::exchange(errors_, ""); }

void Interpreter::ReportError(std::string_view text) {
  const std::string message = PrintableLines(text);
  if (!errors_.empty()) errors_ += '\n';
  errors_ += message;
  if (options_.report_error) {
    options_.report_error(message);
  } else {
    Logger().Error(message);
  }
}

void** Interpreter::external_context(int type) {
  if (type < 0 || type >= kExternalContexts) return nullptr;
  return &external_contexts_[static_cast<size_t>(type)];
}

}  // namespace litevk
