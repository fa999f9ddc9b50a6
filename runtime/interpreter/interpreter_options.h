// The options of an interpreter.
#pragma once

#include <functional>
#include <string_view>

namespace litevk {

struct InterpreterOptions {
  // Threads of the CPU kernels, which is TfLiteContext::recommended_num_threads too. -1 and 0: one, as
  // in TFLite.
  int num_threads = 1;
  // Load models with operators that the resolver does not know. Running them fails, but a delegate may claim
  // them.
  bool allow_unresolved = false;
  // Keep the memory of all tensors separate, so that intermediate values can be read after a run. Delegates
  // get one node per partition.
  bool preserve_all_tensors = false;
  bool enable_profiling = false;
  // Receives each message of kernels, delegates and the interpreter; null: standard error.
  std::function<void(std::string_view)> report_error;
};

}  // namespace litevk
