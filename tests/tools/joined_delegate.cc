// A delegate for the tests of `litevk-run --bisect` on differences across nodes. It computes float32 ADD and
// MUL of equal shapes without activation, in partitions of as many nodes as possible. Options:
//
// | fault=A,B | a partition that holds both of these nodes adds 1 to its results, |
// | cured_by=KEY | unless the option KEY is given too |
// | disable_fusion, disable_winograd | change nothing else |
// | first_delegate_node_index, last_delegate_node_index | the range of nodes to take |
//
// Any other key is refused.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/common.h"
#include "runtime/tflite/int_array.h"

namespace litevk {
namespace {

constexpr std::array<std::string_view, 6> kKeys = {"fault",
                                                   "cured_by",
                                                   "disable_fusion",
                                                   "disable_winograd",
                                                   "first_delegate_node_index",
                                                   "last_delegate_node_index"};

struct JoinedDelegate {
  abi::TfLiteDelegate abi = {};
  std::map<std::string, std::string, std::less<>> options;

  int Number(std::string_view key, int otherwise) const {
    const auto found = options.find(key);
    return found == options.end() ? otherwise : std::atoi(found->second.c_str());
  }
  bool IsWrong(const std::vector<int>& nodes) const {
    const auto fault = options.find("fault");
    if (fault == options.end()) return false;
    const auto cure = options.find("cured_by");
    if (cure != options.end() && options.contains(cure->second)) return false;
    const std::string& text = fault->second;
    return std::ranges::count(nodes, std::atoi(text.c_str())) == 1 &&
           std::ranges::count(nodes, std::atoi(text.c_str() + text.find(',') + 1)) == 1;
  }
};

struct Step {
  int op;
  std::vector<int> inputs;
  int output;
};

struct JoinedKernel {
  std::vector<Step> steps;
  std::vector<int> outputs;
  bool is_wrong;
};

void* Init(abi::TfLiteContext* context, const char* buffer, size_t /*length*/) {
  const auto& params = *reinterpret_cast<const abi::TfLiteDelegateParams*>(buffer);
  const std::vector<int> nodes = ToVector(params.nodes_to_replace);
  auto* kernel = new JoinedKernel();
  for (const int index : nodes) {
    abi::TfLiteNode* node = nullptr;
    abi::TfLiteRegistration* registration = nullptr;
    context->GetNodeAndRegistration(context, index, &node, &registration);
    kernel->steps.push_back(
        {registration->builtin_code, ToVector(node->inputs), ToVector(node->outputs).front()});
  }
  kernel->outputs = ToVector(params.output_tensors);
  kernel->is_wrong = static_cast<JoinedDelegate*>(params.delegate->data_)->IsWrong(nodes);
  return kernel;
}

void Free(abi::TfLiteContext* /*context*/, void* data) { delete static_cast<JoinedKernel*>(data); }

abi::TfLiteStatus Prepare(abi::TfLiteContext* context, abi::TfLiteNode* node) {
  const auto& kernel = *static_cast<const JoinedKernel*>(node->user_data);
  for (const int output : kernel.outputs) {
    IntArray dims = MakeIntArray(ToVector(context->tensors[kernel.steps.front().inputs[0]].dims));
    const auto status = context->ResizeTensor(context, &context->tensors[output], dims.release());
    if (status != abi::kTfLiteOk) return status;
  }
  return abi::kTfLiteOk;
}

abi::TfLiteStatus Invoke(abi::TfLiteContext* context, abi::TfLiteNode* node) {
  const auto& kernel = *static_cast<const JoinedKernel*>(node->user_data);
  std::map<int, std::vector<float>> values;
  const auto value_of = [&](int tensor) -> const std::vector<float>& {
    if (!values.contains(tensor)) {
      const float* data = context->tensors[tensor].data.f;
      values[tensor] = std::vector<float>(data, data + context->tensors[tensor].bytes / sizeof(float));
    }
    return values[tensor];
  };
  for (const Step& step : kernel.steps) {
    const std::vector<float>& left = value_of(step.inputs[0]);
    const std::vector<float>& right = value_of(step.inputs[1]);
    std::vector<float>& result = values[step.output];
    result.clear();
    for (size_t i = 0; i < left.size(); ++i) {
      result.push_back(step.op == abi::kTfLiteBuiltinAdd ? left[i] + right[i] : left[i] * right[i]);
    }
  }
  for (const int output : kernel.outputs) {
    std::vector<float>& result = values[output];
    if (kernel.is_wrong) result[0] += 1.0F;
    std::ranges::copy(result, context->tensors[output].data.f);
  }
  return abi::kTfLiteOk;
}

abi::TfLiteStatus PrepareDelegate(abi::TfLiteContext* context, abi::TfLiteDelegate* delegate) {
  const auto& own = *static_cast<const JoinedDelegate*>(delegate->data_);
  abi::TfLiteIntArray* plan = nullptr;
  context->GetExecutionPlan(context, &plan);
  std::vector<int> taken = ToVector(plan);
  const int first = own.Number("first_delegate_node_index", 0);
  const int last = own.Number("last_delegate_node_index", static_cast<int>(taken.size()));
  std::erase_if(taken, [&](int index) { return index < first || index > last; });
  abi::PaddedRegistration kernel = {};
  kernel.init = Init;
  kernel.free = Free;
  kernel.prepare = Prepare;
  kernel.invoke = Invoke;
  kernel.builtin_code = abi::kTfLiteBuiltinDelegate;
  kernel.custom_name = "JoinedDelegate";
  kernel.version = 1;
  const IntArray claimed = MakeIntArray(taken);
  return context->ReplaceNodeSubsetsWithDelegateKernels(context, kernel, claimed.get(), delegate);
}

}  // namespace
}  // namespace litevk

extern "C" {

__attribute__((visibility("default"))) void* tflite_plugin_create_delegate(
    const char* const* keys, const char* const* values, size_t count, void (*report_error)(const char*)) {
  auto* delegate = new litevk::JoinedDelegate();
  for (size_t index = 0; index < count; ++index) {
    if (std::ranges::count(litevk::kKeys, std::string_view(keys[index])) == 0) {
      report_error((std::string("joined delegate: there is no key ") + keys[index]).c_str());
      delete delegate;
      return nullptr;
    }
    delegate->options[keys[index]] = values[index];
  }
  delegate->abi.data_ = delegate;
  delegate->abi.Prepare = litevk::PrepareDelegate;
  return &delegate->abi;
}

__attribute__((visibility("default"))) void tflite_plugin_destroy_delegate(void* delegate) {
  if (delegate == nullptr) return;
  delete static_cast<litevk::JoinedDelegate*>(static_cast<litevk::abi::TfLiteDelegate*>(delegate)->data_);
}

}  // extern "C"
