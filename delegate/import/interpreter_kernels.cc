#include "delegate/import/interpreter_kernels.h"

#include <cstddef>

#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/interpreter_name.h"

namespace litevk {

bool IsLitevkInterpreter(const abi::TfLiteContext* context) {
  const char* name = nullptr;
  size_t bytes = 0;
  return context->GetModelMetadata != nullptr &&
         context->GetModelMetadata(context, abi::kInterpreterName, &name, &bytes) == abi::kTfLiteOk;
}

// An interpreter gives a custom operator without a kernel a registration whose only function fails in the
// run. Every kernel has more functions.
std::vector<bool> FindNodesWithoutKernel(abi::TfLiteContext* context, const ir::Graph& graph) {
  std::vector<bool> found(graph.nodes.size());
  for (size_t position = 0; position < found.size(); ++position) {
    abi::TfLiteNode* node = nullptr;
    abi::TfLiteRegistration* registration = nullptr;
    const abi::TfLiteStatus status =
        context->GetNodeAndRegistration(context, graph.nodes[position].index, &node, &registration);
    if (status != abi::kTfLiteOk || registration == nullptr) continue;
    found[position] = registration->builtin_code == abi::kTfLiteBuiltinCustom &&
                      registration->init == nullptr && registration->free == nullptr &&
                      registration->prepare == nullptr;
  }
  return found;
}

}  // namespace litevk
