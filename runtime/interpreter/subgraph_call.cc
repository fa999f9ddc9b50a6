#include "runtime/interpreter/subgraph_call.h"

#include <algorithm>
#include <cstring>

#include "runtime/interpreter/subgraph_owner.h"
#include "runtime/ir/import_tensor.h"
#include "runtime/model/tensor_data.h"
#include "runtime/opset/operand_counts.h"
#include "runtime/tflite/int_array.h"

namespace litevk {
namespace {

std::string Called(Subgraph& callee) { return "subgraph " + std::to_string(callee.index()); }

Status CheckTypes(Subgraph& caller, std::span<const int> ids, Subgraph& callee,
                  const std::vector<int>& callee_ids, const std::string& kind) {
  for (size_t index = 0; index < ids.size(); ++index) {
    if (ids[index] < 0 || callee_ids[index] < 0) continue;
    const abi::TfLiteType type = caller.tensor(ids[index]).type;
    const abi::TfLiteType callee_type = callee.tensor(callee_ids[index]).type;
    const std::string which = kind + " " + std::to_string(index);
    if (type == abi::kTfLiteVariant) return Unsupported(which + " is a variant, which cannot be passed");
    if (type == callee_type) continue;
    return InvalidArgument(which + " is " + std::string(ir::Name(ir::FromTfLiteType(type))) + ", in " +
                           Called(callee) + " it is " +
                           std::string(ir::Name(ir::FromTfLiteType(callee_type))));
  }
  return {};
}

// Sets a new value, of any size, of a tensor.
bool ReplaceBytes(abi::TfLiteTensor& tensor, std::span<const std::byte> bytes) {
  if (!ReserveData(tensor, bytes.size())) return false;
  std::ranges::copy(bytes, static_cast<std::byte*>(tensor.data.data));
  tensor.bytes = bytes.size();
  return true;
}

abi::TfLiteStatus Report(Subgraph& subgraph, const std::string& message) {
  subgraph.owner().ReportError(message);
  return abi::kTfLiteError;
}

abi::TfLiteStatus ResizeTensor(Subgraph& subgraph, int id, const ir::Shape& dims) {
  abi::TfLiteContext* context = subgraph.context();
  IntArray copy = MakeIntArray(dims.dims());
  if (copy == nullptr) return Report(subgraph, "no memory for a shape");
  return context->ResizeTensor(context, &context->tensors[id], copy.release());
}

abi::TfLiteStatus WriteTensor(Subgraph& subgraph, int id, const TensorValue& value) {
  if (subgraph.tensor(id).allocation_type == abi::kTfLiteDynamic) {
    if (const auto status = ResizeTensor(subgraph, id, value.dims); status != abi::kTfLiteOk) return status;
  }
  abi::TfLiteTensor& tensor = subgraph.tensor(id);
  if (!HasFixedSize(tensor.type)) {
    if (ReplaceBytes(tensor, value.bytes)) return abi::kTfLiteOk;
    return Report(subgraph, "no memory for tensor " + std::to_string(id) + " of " + Called(subgraph));
  }
  if (tensor.bytes != value.bytes.size() || ImportShape(tensor) != value.dims) {
    return Report(subgraph, "tensor " + std::to_string(id) + " of " + Called(subgraph) + " is " +
                                ImportShape(tensor).ToString() + ", but gets a value of " +
                                value.dims.ToString());
  }
  if (!value.bytes.empty()) std::memcpy(tensor.data.raw, value.bytes.data(), value.bytes.size());
  return abi::kTfLiteOk;
}

}  // namespace

Status CheckCall(Subgraph& caller, std::span<const int> inputs, Subgraph& callee,
                 std::span<const int> outputs) {
  LITEVK_RETURN_IF_ERROR(
      CheckPassedCounts({inputs, outputs}, callee.index(), {callee.inputs(), callee.outputs()}));
  LITEVK_RETURN_IF_ERROR(CheckTypes(caller, inputs, callee, callee.inputs(), "input"));
  return CheckTypes(caller, outputs, callee, callee.outputs(), "output");
}

abi::TfLiteStatus PrepareCall(Subgraph& caller, std::span<const int> inputs, Subgraph& callee) {
  for (size_t index = 0; index < inputs.size(); ++index) {
    const int id = callee.inputs()[index];
    if (id < 0) continue;
    const ir::Shape dims = ImportShape(caller.tensor(inputs[index]));
    if (const auto status = callee.Resize(id, dims); status != abi::kTfLiteOk) return status;
  }
  return callee.Allocate();
}

abi::TfLiteStatus PrepareCalls(Subgraph& caller, std::span<const int> inputs,
                               std::span<Subgraph* const> callees, std::span<const int> outputs) {
  std::vector<ir::Shape> dims;
  bool is_static = true;
  for (Subgraph* callee : callees) {
    if (const auto status = PrepareCall(caller, inputs, *callee); status != abi::kTfLiteOk) return status;
    const std::vector<ir::Shape> own = OutputDims(*callee);
    is_static = is_static && HasStaticOutputs(*callee) && (callee == callees.front() || own == dims);
    dims = own;
  }
  if (is_static) return ResizeOutputs(caller, outputs, dims);
  MakeDynamic(caller, outputs);
  return abi::kTfLiteOk;
}

bool HasStaticOutputs(Subgraph& callee) {
  return !callee.has_dynamic_tensors() && std::ranges::none_of(callee.outputs(), [&](int id) {
    return id >= 0 && callee.tensor(id).allocation_type == abi::kTfLiteDynamic;
  });
}

std::vector<ir::Shape> OutputDims(Subgraph& callee) {
  std::vector<ir::Shape> dims;
  for (const int id : callee.outputs()) {
    dims.push_back(id < 0 ? ir::Shape() : ImportShape(callee.tensor(id)));
  }
  return dims;
}

std::vector<TensorValue> ReadTensors(Subgraph& subgraph, std::span<const int> ids) {
  std::vector<TensorValue> values;
  for (const int id : ids) {
    if (id < 0) {
      values.emplace_back();
      continue;
    }
    const abi::TfLiteTensor& tensor = subgraph.tensor(id);
    const auto* data = static_cast<const std::byte*>(tensor.data.data);
    values.push_back({tensor.type, ImportShape(tensor), {data, data == nullptr ? 0 : tensor.bytes}});
  }
  return values;
}

abi::TfLiteStatus RunCall(Subgraph& callee, std::span<const TensorValue> inputs) {
  const std::vector<int>& ids = callee.inputs();
  for (size_t index = 0; index < ids.size(); ++index) {
    if (ids[index] < 0) continue;
    if (const auto status = callee.Resize(ids[index], inputs[index].dims); status != abi::kTfLiteOk) {
      return status;
    }
  }
  if (const auto status = callee.Allocate(); status != abi::kTfLiteOk) return status;
  if (const auto status = WriteTensors(callee, ids, inputs); status != abi::kTfLiteOk) return status;
  if (const auto status = callee.Invoke(); status != abi::kTfLiteOk) return status;
  for (const int id : callee.outputs()) {
    if (id < 0) continue;
    if (const auto status = callee.EnsureReadable(id); status != abi::kTfLiteOk) return status;
  }
  return abi::kTfLiteOk;
}

abi::TfLiteStatus Call(Subgraph& caller, std::span<const int> inputs, Subgraph& callee,
                       std::span<const int> outputs) {
  const auto status = RunCall(callee, ReadTensors(caller, inputs));
  if (status != abi::kTfLiteOk) return status;
  return WriteTensors(caller, outputs, ReadTensors(callee, callee.outputs()));
}

abi::TfLiteStatus WriteTensors(Subgraph& subgraph, std::span<const int> ids,
                               std::span<const TensorValue> values) {
  for (size_t index = 0; index < ids.size(); ++index) {
    if (ids[index] < 0) continue;
    if (const auto status = WriteTensor(subgraph, ids[index], values[index]); status != abi::kTfLiteOk) {
      return status;
    }
  }
  return abi::kTfLiteOk;
}

abi::TfLiteStatus ResizeOutputs(Subgraph& caller, std::span<const int> outputs,
                                std::span<const ir::Shape> dims) {
  for (size_t index = 0; index < outputs.size(); ++index) {
    if (outputs[index] < 0) continue;
    const auto status = ResizeTensor(caller, outputs[index], dims[index]);
    if (status != abi::kTfLiteOk) return status;
  }
  return abi::kTfLiteOk;
}

void MakeDynamic(Subgraph& subgraph, std::span<const int> ids) {
  for (const int id : ids) {
    if (id >= 0) subgraph.tensor(id).allocation_type = abi::kTfLiteDynamic;
  }
}

}  // namespace litevk
