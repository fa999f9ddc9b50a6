// The difference between a tensor that a device computed and its reference, element by element.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/opset/numeric_bound.h"

namespace litevk {

// The reference of a tensor with what the device's value may differ by.
struct Reference {
  std::vector<std::byte> bytes;  // as an interpreter holds the tensor
  // Distance beyond the node's own bound, by element: tensors that the device did not show lead to it.
  // Empty: none.
  std::vector<double> slack;

  double SlackOf(size_t element) const { return slack.empty() ? 0 : slack[element]; }
};

enum class DepartureKind : uint8_t {
  kNan,        // NaN in place of a number, or a number in place of NaN
  kOverflow,   // an infinity or the largest float in place of a smaller number
  kPrecision,  // near the reference, but beyond the bound
  kWrong,      // another value
};

// The first element of a tensor that is out of bounds, and the number of them.
struct Departure {
  int position = -1;  // the node's, in ir::Graph::nodes
  ir::TensorId tensor = ir::kAbsent;
  DepartureKind kind = DepartureKind::kWrong;
  std::vector<int> index;  // the element's, by dim
  double found = 0;
  double expected = 0;
  double bound = 0;
  int64_t outside = 0;
  int64_t elements = 0;

  // Returns "[0, 3, 1] is 2.5, expected 1.25 within 1e-05: wrong (12 of 40 values are out of bounds)".
  std::string ToString() const;
};

// Returns the type whose elements are compared; a complex number is two floats. None: bytes are compared.
std::optional<ir::DataType> ComparedType(ir::DataType type);

// Compares a device's value with its reference; floats within the bound and the slack, all other types within
// the slack. NaNs are equal to each other, and numbers below 2^-126 to zero. Empty: the value is right.
std::optional<Departure> FindDeparture(const ir::Tensor& tensor, std::span<const std::byte> found,
                                       const Reference& reference, const NumericBound& bound);

// Compares an output with the value that it should have, within the bound of whole models: 1e-4 of the
// largest magnitude, at least 1e-6. Integers may be off by one, as a float's last bit may become a step.
std::optional<Departure> WholeDeparture(const ir::Tensor& tensor, std::span<const std::byte> found,
                                        std::span<const std::byte> expected);

}  // namespace litevk
