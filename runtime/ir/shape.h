// Dimensions of a tensor, outermost first: NHWC for images, OHWI for convolution filters.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace litevk::ir {

// A dim that the model leaves open and that is not set yet. It occurs when a graph is judged, never when it
// runs. Not -1, which a damaged model may have as a dim.
inline constexpr int kUnknownDim = std::numeric_limits<int>::min();
constexpr bool IsUnknown(int dim) { return dim == kUnknownDim; }

class Shape {
 public:
  Shape() = default;
  Shape(std::initializer_list<int> dims) : dims_(dims) {}
  explicit Shape(std::vector<int> dims) : dims_(std::move(dims)) {}

  int rank() const { return static_cast<int>(dims_.size()); }
  int operator[](int axis) const { return dims_[static_cast<size_t>(axis)]; }
  int& operator[](int axis) { return dims_[static_cast<size_t>(axis)]; }
  const std::vector<int>& dims() const { return dims_; }

  bool has_unknown() const;
  // Returns the product of all dims; 1 for a scalar, 0 if any dim is 0. Here and in Rows an unknown dim
  // counts as 1: the result is then the minimum for a nonempty tensor.
  int64_t NumElements() const;
  // Returns the innermost dim; 1 for a scalar.
  int channels() const { return dims_.empty() ? 1 : dims_.back(); }
  // Returns the product of all dims except the innermost.
  int64_t Rows() const;
  // Returns the dims right-aligned in `rank` dims, filled with 1 on the left: {5} at rank 4 is {1,1,1,5}.
  Shape ExpandedTo(int rank) const;
  // Returns "1x8x8x3", with "?" for an unknown dim; "scalar" for rank 0.
  std::string ToString() const;

  bool operator==(const Shape&) const = default;

 private:
  std::vector<int> dims_;
};

// Returns the product of the dims in [first, last).
int64_t CountBetween(const Shape& shape, int first, int last);

// Applies numpy's broadcasting, aligned at the innermost dim. Returns false if two dims differ and neither is
// 1. An unknown dim takes the other's value, unless that is 1.
bool Broadcast(const Shape& a, const Shape& b, Shape* out);

}  // namespace litevk::ir
