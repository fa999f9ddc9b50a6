#include "tests/fuzz/run_model.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>

#include "kernels_cpu/registration/builtin_op_resolver.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/interpreter/op_resolver.h"
#include "runtime/interpreter/subgraph.h"
#include "tests/limits/check_model.h"

namespace litevk::fuzz {
namespace {

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

void ZeroInputs(Interpreter& interpreter) {
  for (const int id : interpreter.primary().inputs()) {
    if (id < 0) continue;
    const abi::TfLiteTensor& tensor = interpreter.primary().tensor(id);
    if (tensor.data.data != nullptr) std::memset(tensor.data.data, 0, tensor.bytes);
  }
}

}  // namespace

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
