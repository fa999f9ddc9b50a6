// How the tensors of a partition lie in the device's memory: decided once, between fusion and lowering, so
// that no operator decides it for itself.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/graph/gpu_graph.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Of elements of a type with a fixed size of 1, 2, 4 or 8 bytes.
gpu::Storage StorageOf(ir::DataType type);
// The size of one of these.
inline uint32_t ElementBytesOf(ir::DataType type) { return gpu::ElementBytes(StorageOf(type)); }

// By ir::TensorId. Each tensor is stored as its type says; those whose elements have no fixed size never get
// to the device.
std::vector<gpu::Storage> AssignStorage(const ir::Graph& graph);

}  // namespace litevk
