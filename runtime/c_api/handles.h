// The objects behind the C API's handles.
#pragma once

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "litevk/litevk_runtime.h"
#include "runtime/base/printable.h"
#include "runtime/c_api/thread_use.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/interpreter/op_resolver.h"
#include "runtime/interpreter/subgraph.h"
#include "runtime/model/model.h"
#include "runtime/platform/guard.h"
#include "runtime/platform/one_thread.h"
#include "runtime/tflite/common.h"

struct LitevkModel {
  std::shared_ptr<const litevk::Model> model;
  std::string min_runtime_version;
};

// A tensor by its id, since TFLite's structs move when tensors are added.
struct LitevkTensor {
  const LitevkInterpreter* interpreter;
  litevk::Subgraph* subgraph;
  int id;
};

struct LitevkInterpreterOptions {
  litevk::InterpreterOptions options;
  litevk::MutableOpResolver ops;
  std::vector<litevk::abi::TfLiteDelegate*> delegates;
};

namespace litevk::c_api {

// Resolves the options' own operators first, then the project's.
class Resolver : public OpResolver {
 public:
  explicit Resolver(const LitevkInterpreterOptions* options) {
    if (options != nullptr) own_.AddAll(options->ops);
  }
  const abi::TfLiteRegistration* FindBuiltin(int op_code, int version) const override;
  const abi::TfLiteRegistration* FindCustom(std::string_view name, int version) const override;

 private:
  MutableOpResolver own_;
};

// Converts the C API's structs, which are TFLite's, to the project's, which have the same layout.
inline abi::TfLiteDelegate* Own(TfLiteDelegate* delegate) {
  return reinterpret_cast<abi::TfLiteDelegate*>(delegate);
}
inline const abi::TfLiteRegistration* Own(const TfLiteRegistration* registration) {
  return reinterpret_cast<const abi::TfLiteRegistration*>(registration);
}

// Copies the message, which is printable, and truncates it to the buffer.
inline void WriteError(std::string_view message, char* error, size_t error_size) {
  if (error == nullptr || error_size == 0) return;
  const size_t count = std::min(message.size(), error_size - 1);
  std::memcpy(error, message.data(), count);
  error[count] = '\0';
}

// Runs the body of a function that returns an object, or null with a diagnostic.
template <typename Fn>
auto Create(char* error, size_t error_size, Fn&& body) noexcept {
  using Pointer = decltype(body());
  return Guard(std::forward<Fn>(body), [&](const char* message) -> Pointer {
    WriteError(message, error, error_size);
    return nullptr;
  });
}

}  // namespace litevk::c_api

struct LitevkInterpreter {
  std::unique_ptr<const litevk::c_api::Resolver> resolver;
  std::unique_ptr<litevk::Interpreter> interpreter;
  std::string error;  // diagnostic of the last call that returned a status, in any thread
  mutable litevk::c_api::ThreadUse use;
  // Tensors that were requested, by subgraph and id. A map, whose elements never move.
  mutable std::map<std::pair<int, int>, LitevkTensor> tensors;
};

namespace litevk::c_api {

LitevkStatus ToPublic(StatusCode code);

// Returns null for a tensor that the subgraph does not have.
LitevkTensor* FindTensor(const LitevkInterpreter* interpreter, int subgraph, int id);

// Call the interpreter's functions of these names, and record their effect on other threads' values.
Status Resize(LitevkInterpreter& interpreter, int subgraph, int input, const ir::Shape& dims);
Status Allocate(LitevkInterpreter& interpreter, int subgraph);
Status Invoke(LitevkInterpreter& interpreter, int subgraph);

// Describes the node at that position of the subgraph's plan; kLitevkApplicationError if there is none.
LitevkStatus DescribeNode(const LitevkInterpreter* interpreter, int subgraph, int position,
                          LitevkNodeInfo* info);

inline Result<ir::Shape> MakeShape(const int* dims, int count) {
  if (count < 0 || (dims == nullptr && count > 0)) {
    return InvalidArgument("dims_count is " + std::to_string(count) + ", expected as many dims");
  }
  return ir::Shape(std::vector<int>(dims, dims + count));
}

// The calling thread's last failed call. Other threads' calls do not change its diagnostic.
struct CallError {
  const LitevkInterpreter* interpreter = nullptr;
  std::string diagnostic;
};
CallError& LastError();
// Stores the diagnostic of a failure in LastError().
LitevkStatus KeepError(const LitevkInterpreter* interpreter, const Status& status);

// Runs the body of a function that returns a status, and stores a failure's diagnostic in the interpreter.
// Fails if another thread is using the interpreter.
template <typename Fn>
LitevkStatus Run(LitevkInterpreter* interpreter, Fn&& body) noexcept {
  const auto run_exclusively = [&]() -> Status {
    Status status = body();
    interpreter->interpreter->TakeErrors();
    interpreter->error = PrintableLines(status.message());
    return status;
  };
  const auto run = [&] {
    return KeepError(interpreter, RunExclusively(interpreter->use.lock(), run_exclusively));
  };
  return Guard(run, [](const char*) { return kLitevkError; });
}

// Like Run, for a function that sets, reads or checks one tensor.
template <typename Fn>
LitevkStatus RunOnTensor(const LitevkTensor* tensor, Fn&& body) noexcept {
  const auto run = [&] {
    return KeepError(tensor->interpreter, RunExclusively(tensor->interpreter->use.lock(), body));
  };
  return Guard(run, [](const char*) { return kLitevkError; });
}

// Returns a lock for functions that cannot fail: they wait for the end of another thread's call.
inline std::unique_lock<std::recursive_mutex> Wait(const LitevkInterpreter* interpreter) {
  return std::unique_lock(interpreter->use.lock().mutex());
}

// A tensor, locked as by Wait.
class Locked {
 public:
  explicit Locked(const LitevkTensor* tensor)
      : lock_(Wait(tensor->interpreter)), tensor_(tensor->subgraph->tensor(tensor->id)) {}
  abi::TfLiteTensor* operator->() const { return &tensor_; }

 private:
  std::unique_lock<std::recursive_mutex> lock_;
  abi::TfLiteTensor& tensor_;
};

}  // namespace litevk::c_api
