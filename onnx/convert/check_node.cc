#include "onnx/convert/check_node.h"

#include <algorithm>
#include <string>
#include <vector>

#include "onnx/common/complex.h"
#include "onnx/facts/data_type.h"
#include "onnx/facts/scaled_operands.h"
#include "runtime/opset/kernel.h"

namespace litevk::to_onnx {
namespace {

// Fails if quantized tensors are computed or read at run time, or constants have more than 8 bits.
Status CheckOnlyFloats(const ir::Graph& graph, const ir::Node& node) {
  for (const auto& ids : {node.inputs, node.outputs}) {
    for (const ir::TensorId id : ids) {
      if (id == ir::kAbsent || !IsQuantized(graph.tensor(id))) continue;
      const bool is_byte = ir::ByteSize(ir::UnpackedType(graph.tensor(id).type)) == 1;
      if (!graph.tensor(id).is_known() || !is_byte) {
        return Unsupported("quantized tensors are not written of it yet");
      }
    }
  }
  return {};
}

// Fails if the node's quantized tensors need a DequantizeLinear or QuantizeLinear that the opset lacks.
Status CheckQuantized(const ir::Graph& graph, const ir::Node& node, const OpRow& row, int opset) {
  const std::vector<const ir::Tensor*> inputs = ir::TensorsOf(graph, node.inputs);
  const std::vector<const ir::Tensor*> outputs = ir::TensorsOf(graph, node.outputs);
  const ScaledOperands scaled(row, inputs, outputs);
  const auto is_kept = [&](const ir::Tensor& tensor) {
    return (row.quantization.keeps_int16 && tensor.type == ir::DataType::kInt16) ||
           (row.quantization.keeps_int32 && tensor.type == ir::DataType::kInt32);
  };
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (scaled.is_of_products(i)) {
      const bool is_run = !inputs[i]->is_known() && inputs[i]->type == ir::DataType::kInt64;
      if (is_run) return Unsupported("a bias of int64 is computed in the run");
    } else if (scaled.input(i) && !is_kept(*inputs[i])) {
      LITEVK_RETURN_IF_ERROR(CheckScaled(*inputs[i], false, opset));
    }
  }
  if (scaled.lacks_scales() && !row.quantization.takes_unscaled_inputs)
    return Unsupported("its inputs are integers without a scale");
  for (size_t i = 0; i < outputs.size(); ++i) {
    const bool is_checked = scaled.output(i) && !is_kept(*outputs[i]);
    if (is_checked) LITEVK_RETURN_IF_ERROR(CheckScaled(*outputs[i], true, opset));
  }
  return {};
}

// Fails if the node's tensors cannot be written as ONNX or do not match the operator's signatures.
Status CheckTensors(const ir::Graph& graph, const ir::Node& node, const OpRow& row) {
  const std::vector<const ir::Tensor*> inputs = ir::TensorsOf(graph, node.inputs);
  const std::vector<const ir::Tensor*> outputs = ir::TensorsOf(graph, node.outputs);
  for (const auto& tensors : {inputs, outputs}) {
    for (const ir::Tensor* tensor : tensors) {
      const bool is_handle = tensor != nullptr && tensor->type == ir::DataType::kResource;
      if (tensor != nullptr && !is_handle)
        LITEVK_RETURN_IF_ERROR(CheckTensor(*tensor, row.types.takes_complex));
    }
  }
  // Operators that only an interpreter runs have neither signatures nor a kernel.
  if (!row.info.types.empty()) LITEVK_RETURN_IF_ERROR(CheckTypes(row.info, inputs, outputs));
  const ref::KernelRow* kernel = ref::FindKernel(node.op_code);
  if (kernel == nullptr || kernel->check == nullptr) return {};
  const std::vector<const ir::Tensor*> intermediates = ir::TensorsOf(graph, node.intermediates);
  return kernel->check({node.params, inputs, outputs, intermediates});
}

}  // namespace

Status RefuseStrings(const std::string& holder) {
  return Unsupported(
      holder +
      " holds strings, which are not written as ONNX: cut the model behind what reads them, and "
      "compute that in the program that runs it");
}

Status CheckTensor(const ir::Tensor& tensor, bool takes_complex) {
  // Their dims may be known in a run alone, too, which is not what is the matter.
  if (tensor.type == ir::DataType::kString) return RefuseStrings("a tensor");
  if (tensor.is_dynamic) return Unsupported("its dims depend on values that only a run computes");
  if (tensor.sparsity != nullptr) return Unsupported("its weights are sparse");
  const bool is_stored_matrix = tensor.is_known() && tensor.dims.rank() == 2;
  if (tensor.quantization.block_size != 0 && !is_stored_matrix)
    return Unsupported("its weights have scales of blocks");
  const bool is_complex = takes_complex && IsComplex(tensor) && !tensor.is_known();
  if (OnnxType(tensor.type) == 0 && !is_complex) {
    return Unsupported("a tensor is " + std::string(ir::Name(tensor.type)) +
                       ", which ONNX has no tensors of here");
  }
  if (tensor.dims.NumElements() == 0 && !tensor.is_known())
    return Unsupported("one of its tensors has no elements");
  return {};
}

Status CheckNode(const ir::Graph& graph, const ir::Node& node, const OpRow& row, int opset) {
  LITEVK_RETURN_IF_ERROR(CheckTensors(graph, node, row));
  if (row.quantization.takes_only_floats) LITEVK_RETURN_IF_ERROR(CheckOnlyFloats(graph, node));
  return CheckQuantized(graph, node, row, opset);
}

}  // namespace litevk::to_onnx
