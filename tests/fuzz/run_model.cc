#include "tests/fuzz/run_model.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <span>
#include <thread>
#include <utility>

#include "kernels_ref/registration/builtin_op_resolver.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/interpreter/op_resolver.h"
#include "runtime/interpreter/subgraph.h"
#include "runtime/platform/guard.h"
#include "runtime/tflite/schema/tflite_generated.h"
#include "tests/limits/check_model.h"

// Makes large allocations fail, as on a small device, instead of ending the program. The same then happens to
// a model whose output is computed to be large, which would only be slow.
extern "C" const char* __asan_default_options() {
  return "allocator_may_return_null=1:max_allocation_size_mb=32:detect_leaks=1";
}

namespace litevk::fuzz {
namespace {

// Limit of the elements of all tensors of a model together: the time of pooling grows with their square.
constexpr int64_t kMostElements = 1 << 14;
constexpr auto kLongestRun = std::chrono::milliseconds(500);

// Cancels an interpreter that runs too long, since a WHILE may never end.
class Watchdog {
 public:
  explicit Watchdog(Interpreter& interpreter)
      : thread_([this, &interpreter] {
          std::unique_lock lock(mutex_);
          if (!stopped_.wait_for(lock, kLongestRun, [this] { return is_done_; })) interpreter.Cancel();
        }) {}
  ~Watchdog() {
    {
      const std::lock_guard lock(mutex_);
      is_done_ = true;
    }
    stopped_.notify_one();
    thread_.join();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable stopped_;
  bool is_done_ = false;
  std::thread thread_;  // last, as it uses the other members
};

int64_t ElementCount(const schema::Tensor& tensor) {
  int64_t count = 1;
  if (tensor.shape() == nullptr) return count;
  for (const int dim : *tensor.shape()) {
    count *= dim;
    if (count > kMostElements) break;
  }
  return count;
}

// True if the file's sizes suggest that the model runs with little time and memory. Larger models would only
// be slow.
bool IsSmall(const Model& model) {
  int64_t count = 0;
  for (const schema::SubGraph* subgraph : *model.root().subgraphs()) {
    if (subgraph->tensors() == nullptr) continue;
    for (const schema::Tensor* tensor : *subgraph->tensors()) count += ElementCount(*tensor);
    if (count > kMostElements) return false;
  }
  return true;
}

void ZeroInputs(Interpreter& interpreter) {
  for (const int id : interpreter.primary().inputs()) {
    if (id < 0) continue;
    const abi::TfLiteTensor& tensor = interpreter.primary().tensor(id);
    if (tensor.data.data != nullptr) std::memset(tensor.data.data, 0, tensor.bytes);
  }
}

}  // namespace

std::shared_ptr<const Model> LoadSmall(const uint8_t* data, size_t size) {
  const auto load = [&] { return Model::FromBuffer(std::as_bytes(std::span(data, size))); };
  const auto refuse = [](const char* message) -> decltype(load()) { return Internal(message); };
  const auto model = Guard(load, refuse);
  if (!model.ok() && model.status().message().empty()) std::abort();
  return model.ok() && IsSmall(**model) ? *model : nullptr;
}

void RunModel(std::shared_ptr<const Model> model, abi::TfLiteDelegate* delegate) {
  static const BuiltinOpResolver kResolver;
  InterpreterOptions options;
  options.allow_unresolved = true;
  options.report_error = [](std::string_view) {};
  auto interpreter = Interpreter::Create(std::move(model), kResolver, std::move(options));
  if (!interpreter.ok()) return;
  if (delegate != nullptr && !(*interpreter)->ModifyGraphWithDelegate(delegate).ok()) return;
  const Watchdog watchdog(**interpreter);
  if (!(*interpreter)->AllocateTensors().ok()) return;
  for (int run = 0; run < 2; ++run) {
    ZeroInputs(**interpreter);
    if (!(*interpreter)->Invoke().ok()) return;
  }
}

void LowerModel(const Model& model) {
  limits::Tally tally;
  // A damaged model may not fit the device; only the lowering is tested here.
  (void)limits::CheckModel(model, {}, tally);
}

}  // namespace litevk::fuzz
