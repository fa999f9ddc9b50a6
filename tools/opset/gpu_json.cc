#include "tools/opset/gpu_json.h"

#include "delegate/kernel/op_spec.h"
#include "runtime/opset/signature.h"
#include "tools/opset/operands_json.h"

namespace litevk::tools {
namespace {

using Json = nlohmann::ordered_json;

// "moves_quantized": the types of quantized tensors that it moves where their parameters are equal.
Json KernelOf(const OpInfo& info, const GpuKernel& kernel) {
  const Signature& types = kernel.types;
  Json json = {{"signature", kernel.signature},
               {"text", types.ToString()},
               {"inputs", OperandsOf(types.inputs, types.element)},
               {"is_variadic", types.variadic},
               {"outputs", OperandsOf(types.outputs, types.element)},
               {"element", NamesOf(types.element)},
               {"most_dims", nullptr},
               {"moves_quantized", NamesOf(TypesMovedAlike(types))},
               {"is_dispatched", kernel.runs_on_device() && !info.reads_dims_alone}};
  if (kernel.most_dims >= 0) json["most_dims"] = kernel.most_dims;
  return json;
}

}  // namespace

Json GpuOf(const OpInfo& info) {
  Json kernels = Json::array();
  const OpSpec* spec = FindOp(info.op_code);
  if (spec == nullptr) return kernels;
  for (const GpuKernel& kernel : spec->kernels) kernels.push_back(KernelOf(info, kernel));
  return kernels;
}

}  // namespace litevk::tools
