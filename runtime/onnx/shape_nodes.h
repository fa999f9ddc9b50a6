// Nodes that compute shapes in a run, of the dims of the graph's inputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/onnx/graph_writer.h"
#include "runtime/onnx/model_content.h"
#include "runtime/onnx/open_dims.h"

namespace onnx {
class GraphProto;
class TensorProto;
}  // namespace onnx

namespace litevk::to_onnx {

// Number of a term: factor * size / divisor + offset, with the size of an open dim, which the divisor
// divides.
struct SizeTerm {
  size_t dim = 0;
  int64_t factor = 1;
  int64_t divisor = 1;
  int64_t offset = 0;

  bool is_size() const { return factor == 1 && divisor == 1 && offset == 0; }
};

// Returns the term of one of the open dims that has these values in the probes; nothing: there is none.
std::optional<SizeTerm> TermOf(const std::vector<int64_t>& values, const std::vector<OpenDim>& dims);

// Returns the numbers of one place of a shape, by probe.
std::vector<int64_t> ValuesAt(const std::vector<std::vector<int64_t>>& numbers, size_t place);
// Says whether the numbers of that place follow from an open dim.
bool Differs(const std::vector<std::vector<int64_t>>& numbers, size_t place);

class ShapeNodes {
 public:
  // `content` is the model's, whose names are taken. `places` are those of the dims, which outlive this.
  ShapeNodes(const ModelContent& content, const std::vector<OpenDim>& dims, std::vector<SizePlace> places);
  ~ShapeNodes();

  // Computes what a constant has, under its name, of the numbers that it has in each probe. Fails where one
  // is no term.
  Status Compute(const ::onnx::TensorProto& constant, const std::vector<std::vector<int64_t>>& numbers);
  // Returns a value behind nodes that fail in a run whose dims are no multiples of these.
  Name Guard(const Name& value, const std::vector<int64_t>& multiples);
  // Puts the nodes into the graph, each in front of the nodes that read it. Returns how many there are.
  Result<size_t> Finish(::onnx::GraphProto& graph);

  // Says whether a constant is computed.
  bool Has(const Name& constant) const { return computed_.contains(constant); }

 private:
  Name Vector(const std::vector<int64_t>& values);
  Name Value(const SizeTerm& term);
  Result<Name> Joined(const std::vector<std::vector<int64_t>>& numbers);

  const std::vector<OpenDim>& dims_;
  std::vector<SizePlace> places_;
  std::unique_ptr<::onnx::GraphProto> front_;
  GraphWriter writer_;
  std::set<Name> computed_;
};

}  // namespace litevk::to_onnx
