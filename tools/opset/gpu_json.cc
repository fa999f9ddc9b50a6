#include "tools/opset/gpu_json.h"

#include <array>
#include <cstddef>
#include <span>

#include "delegate/kernel/op_spec.h"
#include "runtime/ir/data_type.h"
#include "runtime/opset/signature.h"
#include "runtime/opset/type_set.h"

namespace litevk::tools {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kScalings = {"unstated",    "plain",       "per_tensor", "symmetric",
                                  "per_channel", "of_products", "like_input", "fixed"};  // by Scaling

Json NamesOf(TypeSet types) {
  Json names = Json::array();
  for (int index = 0; index <= static_cast<int>(ir::DataType::kOther); ++index) {
    const auto type = static_cast<ir::DataType>(index);
    if (types.contains(type)) names.push_back(ir::Name(type));
  }
  return names;
}

// A T of one type is called by its name, as in Signature::ToString.
Json OperandOf(const OperandType& operand, TypeSet element) {
  const TypeSet types = operand.types == kT && element.size() == 1 ? element : operand.types;
  Json json = {{"types", types == kT ? Json::array({"T"}) : NamesOf(types)},
               {"scaling", kScalings.at(static_cast<size_t>(operand.scaling))}};
  if (operand.scaling == Scaling::kPerChannel) json["axis"] = operand.axis;
  return json;
}

Json OperandsOf(std::span<const OperandType> operands, TypeSet element) {
  Json json = Json::array();
  for (const OperandType& operand : operands) json.push_back(OperandOf(operand, element));
  return json;
}

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
