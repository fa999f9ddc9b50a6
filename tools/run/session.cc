#include "tools/run/session.h"

#include <algorithm>
#include <cstring>

#include "runtime/base/stopwatch.h"
#include "runtime/platform/dynamic_library.h"
#include "runtime/platform/environment.h"
#include "runtime/platform/library_name.h"
#include "runtime/tflite/common.h"
#include "tools/run/entry_point.h"
#include "tools/run/tensor_value.h"

namespace litevk::tools {
namespace {

constexpr size_t kErrorSize = 4096;

struct Deleter {
  void operator()(LitevkModel* model) const { LitevkModelDelete(model); }
  void operator()(LitevkInterpreterOptions* options) const { LitevkInterpreterOptionsDelete(options); }
  void operator()(LitevkInterpreter* interpreter) const { LitevkInterpreterDelete(interpreter); }
};
template <typename T>
using Owned = std::unique_ptr<T, Deleter>;

using CreateDelegate = TfLiteDelegate* (*)(const char* const*, const char* const*, size_t,
                                           void (*)(const char*));
using DestroyDelegate = void (*)(TfLiteDelegate*);

// The last message of the delegate's report_error, a callback that takes no user pointer.
thread_local std::string last_delegate_error;

template <typename Function>
Result<Function> Symbol(const DynamicLibrary& library, const std::string& path, const char* name) {
  const auto symbol = library.Find<Function>(name);
  if (symbol != nullptr) return symbol;
  return InvalidArgument(path + ": has no function " + name);
}

Result<DynamicLibrary> OpenLibrary(const std::string& path) {
  auto library = DynamicLibrary::Open(path);
  if (library.ok()) return library;
  return InvalidArgument("cannot load " + library.status().message() + HintOnLibraryName(path));
}

bool HasOpenDims(const LitevkTensor* tensor) {
  for (int dim = 0; dim < LitevkTensorGetDimCount(tensor); ++dim) {
    if (LitevkTensorGetSignatureDim(tensor, dim) < 0) return true;
  }
  return false;
}

}  // namespace

bool IsLitevk(const std::filesystem::path& library) {
  return library.filename().string().starts_with("liblitevk.");
}

void ClaimEveryPartition(const std::filesystem::path& delegate,
                         std::vector<std::pair<std::string, std::string>>& options) {
  using Pair = std::pair<std::string, std::string>;
  const bool is_given = std::ranges::find(options, "partition_policy", &Pair::first) != options.end();
  if (IsLitevk(delegate) && !is_given) options.emplace_back("partition_policy", "all");
}

struct Session::Handles {
  // Destroys the interpreter first, then the delegate that it uses.
  ~Handles() {
    interpreter.reset();
    if (delegate != nullptr) destroy_delegate(delegate);
  }
  Owned<LitevkModel> model;
  Owned<LitevkInterpreterOptions> options{LitevkInterpreterOptionsCreate()};
  Owned<LitevkInterpreter> interpreter;
  EntryPoint entry;
  TfLiteDelegate* delegate = nullptr;
  DestroyDelegate destroy_delegate = nullptr;
};

Session::Session() : handles_(std::make_unique<Handles>()) {}
Session::~Session() = default;

Result<std::unique_ptr<Session>> Session::Create(const std::filesystem::path& model,
                                                 const SessionOptions& options) {
  std::unique_ptr<Session> session(new Session());
  Handles& handles = *session->handles_;
  char error[kErrorSize] = "";
  Stopwatch watch;
  handles.model.reset(LitevkModelCreateFromFile(model.c_str(), error, sizeof(error)));
  if (handles.model == nullptr) return InvalidArgument(error);
  session->creation_times_.load_ms = watch.LapMs();
  LitevkInterpreterOptionsSetNumThreads(handles.options.get(), options.num_threads);
  LitevkInterpreterOptionsSetPreserveAllTensors(handles.options.get(), options.preserve_all_tensors);
  LitevkInterpreterOptionsSetEnableProfiling(handles.options.get(), options.enable_profiling);
  LITEVK_RETURN_IF_ERROR(session->LoadCustomOps(options.custom_op_libraries));
  // A delegate may run nodes without a kernel here, as in TFLite. Nodes that it leaves fail before the first
  // run.
  LitevkInterpreterOptionsSetAllowUnresolved(handles.options.get(), !options.delegate.empty());
  LITEVK_RETURN_IF_ERROR(session->LoadDelegate(options));
  handles.interpreter.reset(
      LitevkInterpreterCreate(handles.model.get(), handles.options.get(), error, sizeof(error)));
  if (handles.interpreter == nullptr) return InvalidArgument(error);
  session->creation_times_.plan_ms = watch.LapMs();
  handles.entry = EntryPoint(handles.interpreter.get(), options.signature);
  LITEVK_RETURN_IF_ERROR(handles.entry.Check());
  return session;
}

Status Session::TryDelegate(const SessionOptions& options) { return Session().LoadDelegate(options); }

Status Session::LoadDelegate(const SessionOptions& options) {
  if (options.delegate.empty()) return {};
  LITEVK_ASSIGN_OR_RETURN(const DynamicLibrary library, OpenLibrary(options.delegate));
  LITEVK_ASSIGN_OR_RETURN(const auto create,
                          Symbol<CreateDelegate>(library, options.delegate, "tflite_plugin_create_delegate"));
  LITEVK_ASSIGN_OR_RETURN(
      handles_->destroy_delegate,
      Symbol<DestroyDelegate>(library, options.delegate, "tflite_plugin_destroy_delegate"));
  std::vector<const char*> keys;
  std::vector<const char*> values;
  for (const auto& [key, value] : options.delegate_options) {
    keys.push_back(key.c_str());
    values.push_back(value.c_str());
  }
  last_delegate_error.clear();
  handles_->delegate = create(keys.data(), values.data(), keys.size(),
                              [](const char* message) { last_delegate_error = message; });
  if (handles_->delegate == nullptr) {
    return InvalidArgument("the delegate " + options.delegate + " was not created: " + last_delegate_error);
  }
  return {};
}

Status Session::LoadCustomOps(const std::vector<std::filesystem::path>& paths) {
  for (const auto& path : paths) {
    char error[kErrorSize] = "";
    if (LitevkInterpreterOptionsLoadCustomOps(handles_->options.get(), path.c_str(), error, sizeof(error)) !=
        kLitevkOk) {
      return InvalidArgument(error);
    }
  }
  return {};
}

Status Session::Check(LitevkStatus status) const {
  if (status == kLitevkOk) return {};
  return Internal(LitevkInterpreterGetError(handles_->interpreter.get()));
}

int Session::subgraph() const { return handles_->entry.subgraph(); }
int Session::input_count() const { return handles_->entry.input_count(); }
int Session::output_count() const { return handles_->entry.output_count(); }
std::string Session::input_name(int input) const { return handles_->entry.input_name(input); }
std::string Session::output_name(int output) const { return handles_->entry.output_name(output); }
int Session::output_tensor(int output) const { return LitevkTensorGetIndex(handles_->entry.Output(output)); }
Array Session::DescribeInput(int input) const { return Describe(handles_->entry.Input(input)); }

std::string Session::SignatureNote() const { return handles_->entry.ChoiceNote(); }

std::vector<std::string> Session::OpenInputNotes() const {
  std::vector<std::string> notes;
  for (int input = 0; input < input_count(); ++input) {
    if (resized_.contains(input) || !HasOpenDims(handles_->entry.Input(input))) continue;
    notes.push_back("input " + std::to_string(input) + " '" + input_name(input) +
                    "' leaves dims open and is " + DescribeInput(input).dims.ToString() +
                    " as long as nobody sets them; --shape NAME:DIMS does");
  }
  return notes;
}

Status Session::ResizeInput(int input, const ir::Shape& dims) {
  resized_.insert(input);
  return Check(handles_->entry.ResizeInput(input, dims));
}

Status Session::ApplyDelegate() {
  if (is_applied_ || handles_->delegate == nullptr) return {};
  is_applied_ = true;
  Stopwatch watch;
  const LitevkStatus status =
      LitevkInterpreterModifyGraphWithDelegate(handles_->interpreter.get(), handles_->delegate);
  creation_times_.plan_ms += watch.LapMs();
  return Check(status);
}

Status Session::Allocate() {
  LITEVK_RETURN_IF_ERROR(ApplyDelegate());
  return Check(handles_->entry.Allocate());
}
Status Session::Invoke() { return Check(handles_->entry.Invoke()); }

Status Session::SetInput(int input, const Array& value) {
  LitevkTensor* tensor = handles_->entry.Input(input);
  const Array expected = Describe(tensor);
  const std::string name = "input " + std::to_string(input) + " '" + input_name(input) + "'";
  if (value.type != expected.type && value.type != ir::UnpackedType(expected.type)) {
    return InvalidArgument(name + " takes " + std::string(ir::Name(expected.type)) + ", the array holds " +
                           std::string(ir::Name(value.type)));
  }
  const auto bytes = BytesInMemory(value, expected.type);
  if (!bytes.ok()) return InvalidArgument(name + ": " + bytes.status().message());
  if (LitevkTensorCopyFromBuffer(tensor, bytes->data(), bytes->size()) == kLitevkOk) return {};
  return InvalidArgument(name + " has dims " + expected.dims.ToString() + ", the array " +
                         value.dims.ToString());
}

Result<Array> Session::Output(int output) const { return ValueOf(handles_->entry.Output(output)); }

Result<Array> Session::Tensor(int index) const { return ValueOf(handles_->entry.Tensor(index)); }

std::string Session::TensorName(int index) const {
  return LitevkTensorGetName(handles_->entry.Tensor(index));
}

std::vector<SessionNode> Session::Nodes() const {
  std::vector<SessionNode> nodes;
  const EntryPoint& entry = handles_->entry;
  for (int position = 0; position < entry.node_count(); ++position) {
    LitevkNodeInfo info = {};
    if (entry.NodeInfo(position, &info) != kLitevkOk) continue;
    nodes.push_back({.index = info.node_index,
                     .op = info.op_name,
                     .outputs = {info.outputs, info.outputs + info.output_count},
                     .is_delegated = info.is_delegated,
                     .runs = info.profiled_runs,
                     .seconds = info.profiled_seconds});
  }
  return nodes;
}

Result<std::filesystem::path> VulkanDelegatePath() {
  std::error_code error;
  const auto folder = ProgramPath().parent_path();
  for (const auto& candidate : {folder / "liblitevk.so", folder.parent_path() / "lib" / "liblitevk.so"}) {
    if (std::filesystem::exists(candidate, error)) return candidate;
  }
  return InvalidArgument("liblitevk.so is not beside the program, in " + folder.string());
}

}  // namespace litevk::tools
