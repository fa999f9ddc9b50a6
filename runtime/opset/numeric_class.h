// Numeric classes: how far a result may be from the reference kernels' (docs/NUMERICS.md).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace litevk {

enum class NumericKind : uint8_t {
  kExact,           // moves, selects, creates, compares or widens values, or changes a sign
  kRounding,        // at most one rounded operation, or a comparison, on its inputs
  kTranscendental,  // transcendental functions, and several operations in a row, such as those of a subgraph
  kSum,             // sums of K products
};

// The number K of products that one output of kSum adds up, and the factors of a product. K is a product of
// dims or of options.
struct SumOfProducts {
  std::vector<int> factors;  // inputs that contribute one value each to a product
  int counted_input = -1;    // the input whose dims make K: those in `dims`, or those that input `axes_input`
                             // lists
  std::vector<int> dims = {};
  int axes_input = -1;
  std::vector<std::string_view> options = {};  // options in place of dims, by their names in the model's
                                               // format
};

struct NumericClass {
  NumericKind kind;
  SumOfProducts sum = {};
};

}  // namespace litevk
