#include "delegate/lower/lowered_partition.h"

#include <utility>

#include "runtime/base/elements.h"
#include "runtime/ir/packed_elements.h"
#include "runtime/values/fold.h"

namespace litevk {
namespace {

std::function<Status(std::span<std::byte>)> CopyOf(const ir::Graph& graph, ir::TensorId id) {
  return [&graph, id](std::span<std::byte> out) -> Status {
    LITEVK_ASSIGN_OR_RETURN(const KnownValue value, EvaluateKnown(graph, id));
    if (value.bytes().size() > out.size()) {
      return InvalidArgument("tensor " + std::to_string(id) + ": expected at most " +
                             std::to_string(out.size()) + " bytes, found " +
                             std::to_string(value.bytes().size()));
    }
    const ir::Tensor& tensor = graph.tensor(id);
    if (ir::PackedBits(tensor.type) == 0) {
      CopyBytes(value.bytes(), out);
    } else {
      CopyBytes(ir::UnpackElements(tensor.type, value.bytes(), tensor.dims.NumElements()), out);
    }
    return {};
  };
}

// Places a tensor within another one: a range of its bytes, or rows that kernels find in the whole of it.
void SetView(const TensorView& view, gpu::TensorId base, LoweredPartition& out, gpu::Tensor& tensor) {
  const auto bytes_of = [&](int64_t elements) {
    return gpu::BytesOf(static_cast<uint64_t>(elements), tensor.storage);
  };
  const uint64_t base_bytes = out.graph.tensors[static_cast<size_t>(base)].bytes;
  tensor.alias_of = base;
  if (view.is_block) {
    tensor.offset_bytes = bytes_of(view.rows.offset);
  } else {
    // A single row gets the whole base as its pitch, which tells it from several rows.
    const bool is_one = bytes_of(view.rows.row) == tensor.bytes;
    tensor.bytes = base_bytes;
    tensor.rows = {bytes_of(view.rows.offset), bytes_of(view.rows.row),
                   is_one ? base_bytes : bytes_of(view.rows.pitch)};
  }
}

}  // namespace

gpu::TensorId AddTensor(LoweredPartition& out, std::string name, uint64_t elements, gpu::Storage storage) {
  const uint64_t bytes = gpu::BytesOf(elements, storage);
  out.graph.tensors.push_back({.name = std::move(name), .bytes = (bytes + 3) / 4 * 4, .storage = storage});
  return static_cast<gpu::TensorId>(out.graph.tensors.size()) - 1;
}

gpu::TensorId MakeConstant(LoweredPartition& out, gpu::TensorId id,
                           std::function<Status(std::span<std::byte>)> write, std::string key) {
  out.graph.tensors[static_cast<size_t>(id)].is_constant = true;
  out.graph.constants.push_back({id, std::move(write), std::move(key)});
  return id;
}

std::string KeyOfTensor(const ir::Graph& graph, ir::TensorId id, std::string_view packing) {
  if (id != ir::kAbsent && graph.tensor(id).is_of_plan) return {};
  // The id stands for values, dims, type and quantization too, which `packing` need not name again.
  return "tensor " + std::to_string(id) + " " + std::string(packing);
}

gpu::TensorId MapTensor(const ir::Graph& graph, ir::TensorId id, LoweredPartition& out) {
  const auto index = static_cast<size_t>(id);
  if (out.tensors[index] != gpu::kNoTensor) return out.tensors[index];
  const ir::Tensor& tensor = graph.tensor(id);
  const gpu::TensorId mapped =
      AddTensor(out, tensor.name, static_cast<uint64_t>(tensor.dims.NumElements()), out.storage.Of(id));
  if (tensor.is_known()) MakeConstant(out, mapped, CopyOf(graph, id), KeyOfTensor(graph, id, "as it is"));
  out.tensors[index] = mapped;
  if (out.views.OwnerOf(id) == id && out.views.Of(id).base != ir::kAbsent) {
    const gpu::TensorId base = MapTensor(graph, out.views.Of(id).base, out);
    SetView(out.views.Of(id), base, out, out.graph.tensors[static_cast<size_t>(mapped)]);
  }
  return mapped;
}

}  // namespace litevk
