// Storage of a partition's tensors in the device's memory. It is decided once, between fusion and lowering,
// so that no operator decides it for itself.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "runtime/graph/gpu_graph.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Returns the storage of elements in the interpreter, for a type with a fixed size of 1, 2, 4 or 8 bytes.
// Packed elements have a byte each on the device.
gpu::Storage StorageOf(ir::DataType type);

// The storage of each tensor, which may differ from its type's. Code that needs the bytes of a tensor on the
// device asks here.
class StoragePlan {
 public:
  StoragePlan() = default;
  explicit StoragePlan(std::vector<gpu::Storage> storage) : storage_(std::move(storage)) {}

  gpu::Storage Of(ir::TensorId id) const { return storage_[static_cast<size_t>(id)]; }
  uint32_t ElementBytes(ir::TensorId id) const { return gpu::ElementBytes(Of(id)); }

 private:
  std::vector<gpu::Storage> storage_;  // by ir::TensorId
};

// Stores each tensor as its type says, but tensors of `float16` as float16 if they may be. Those must be
// whole vectors of float32 that the partition computes and does not pass on. `inputs` and `outputs` are its
// runtime edges, which the interpreter reads and writes. Tensors whose elements have no fixed size never get
// to the device.
StoragePlan AssignStorage(const ir::Graph& graph, std::span<const ir::TensorId> inputs,
                          std::span<const ir::TensorId> outputs, std::span<const ir::TensorId> float16);

}  // namespace litevk
