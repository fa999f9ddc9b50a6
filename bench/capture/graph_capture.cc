#include "bench/capture/graph_capture.h"

#include <optional>
#include <utility>

#include "delegate/import/import_graph.h"
#include "runtime/tflite/common.h"

namespace litevk::bench {

Result<ir::Graph> CaptureGraph(Interpreter& interpreter) {
  // Static, because an interpreter keeps its delegates and calls this one again when it is prepared
  // anew.
  static thread_local std::optional<Result<ir::Graph>> captured;
  static abi::TfLiteDelegate delegate = [] {
    abi::TfLiteDelegate result = {};
    result.flags = abi::kTfLiteDelegateFlagsAllowDynamicTensors;
    result.Prepare = [](abi::TfLiteContext* context, abi::TfLiteDelegate*) {
      // The first call is for the primary subgraph.
      if (!captured) captured = ImportGraph(context);
      return abi::kTfLiteOk;
    };
    return result;
  }();
  captured.reset();
  LITEVK_RETURN_IF_ERROR(interpreter.ModifyGraphWithDelegate(&delegate));
  if (!captured) return Internal("the interpreter did not show its graph");
  return *std::exchange(captured, std::nullopt);
}

}  // namespace litevk::bench
