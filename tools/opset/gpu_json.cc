#include "tools/opset/gpu_json.h"

#include "delegate/kernel/op_spec.h"
#include "runtime/opset/signature.h"
#include "tools/opset/operands_json.h"

namespace litevk::tools {
namespace {

using Json = nlohmann::ordered_json;

// Returns the types of quantized tensors that the kernel moves.
TypeSet TypesMoved(const Signature& types) {
  if (types.quantized != Quantized::kMoved) return TypesMovedAlike(types);
  return types.element.Without(ir::DataType::kFloat32);
}

Json KernelOf(const OpInfo& info, const GpuKernel& kernel) {
  const Signature& types = kernel.types;
  Json json = {{"signature", kernel.signature},
               {"text", types.ToString()},
               {"inputs", OperandsOf(types.inputs, types.element)},
               {"is_variadic", types.variadic},
               {"outputs", OperandsOf(types.outputs, types.element)},
               {"element", NamesOf(types.element)},
               {"most_dims", nullptr},
               {"moves_quantized", NamesOf(TypesMoved(types))},
               {"is_dispatched", kernel.runs_on_device() && !info.reads_only_dims}};
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
