// The net under the keys of constants (gpu::Constant::key): with LITEVK_VALIDATION=1 what is shared for its
// key is made again and compared. A key that leaves out what the bytes are made of gives one node another's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "runtime/base/status.h"
#include "runtime/graph/gpu_graph.h"

namespace litevk {

// Hashes of the bytes by key and size. Used by one thread at a time.
class ConstantHashes {
 public:
  // Makes every constant of the graph that has a key, those that took another's tensor among them. Reports a
  // validation message for each whose bytes are not those that were made for its key before.
  Status Check(const gpu::Graph& graph);

 private:
  Status Check(const gpu::Graph& graph, const gpu::Constant& constant);

  std::map<std::pair<std::string, uint64_t>, size_t> hashes_;
};

}  // namespace litevk
