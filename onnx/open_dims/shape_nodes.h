// Nodes that compute shapes at run time, from the dims of the graph's inputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "onnx/facts/open_dims.h"
#include "onnx/write/graph_writer.h"
#include "onnx/write/model_content.h"
#include "runtime/base/status.h"

namespace onnx {
class GraphProto;
class TensorProto;
}  // namespace onnx

namespace litevk::to_onnx {

// The term factor * (size / divisor) + offset, where size is that of an open dim and a multiple of the
// divisor.
struct SizeTerm {
  size_t dim = 0;
  int64_t factor = 1;
  int64_t divisor = 1;
  int64_t offset = 0;

  bool is_size() const { return factor == 1 && divisor == 1 && offset == 0; }
};

// Returns the term of one open dim with these values in the probes; nothing if there is none.
std::optional<SizeTerm> TermOf(const std::vector<int64_t>& values, const std::vector<OpenDim>& dims);

// Returns one element of a shape in each probe.
std::vector<int64_t> ValuesAt(const std::vector<std::vector<int64_t>>& integers, size_t position);
// True if that element differs between probes.
bool Differs(const std::vector<std::vector<int64_t>>& integers, size_t position);

class ShapeNodes {
 public:
  // `content` belongs to the model, whose names are taken. `positions` belong to the dims, which must outlive
  // this object.
  ShapeNodes(const ModelContent& content, const std::vector<OpenDim>& dims, std::vector<SizeAxis> positions);
  ~ShapeNodes();

  // Computes a constant, under its name, from its elements in each probe. Fails if an element is no term.
  Status Compute(const ::onnx::TensorProto& constant, const std::vector<std::vector<int64_t>>& integers);
  // Returns a value behind nodes that fail at run time unless the dims are multiples of these.
  Name Guard(const Name& value, const std::vector<int64_t>& multiples);
  // Inserts the nodes into the graph, each in front of its readers. Returns their number.
  Result<size_t> Finish(::onnx::GraphProto& graph);

  // True if a constant is computed.
  bool Has(const Name& constant) const { return computed_.contains(constant); }

 private:
  Name Vector(const std::vector<int64_t>& values);
  Name Value(const SizeTerm& term);
  Result<Name> Joined(const std::vector<std::vector<int64_t>>& integers);

  const std::vector<OpenDim>& dims_;
  std::vector<SizeAxis> axes_;
  std::unique_ptr<::onnx::GraphProto> front_;
  GraphWriter writer_;
  std::set<Name> computed_;
};

}  // namespace litevk::to_onnx
