// Orders of dims, that is, layouts, and how operators that move dims change them.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/shape.h"

namespace litevk {

// A layout as a permutation: dim i of the written tensor is TFLite's dim order[i]. Empty: TFLite's own
// layout.
using Order = std::vector<int>;

// Returns the order with all its dims; TFLite's own becomes 0, 1, 2 and so on.
Order WithAllDims(const Order& order, int rank);
// Returns the order, or an empty one if it is TFLite's own.
Order Plain(Order order);

// Returns the permutation of an ONNX Transpose from one order of a tensor to another.
Order PermutationBetween(const Order& from, const Order& to, int rank);
// Returns the remaining permutation of a TRANSPOSE by `permutation` that reads and writes these orders.
// Empty: nothing remains.
Order RemainingPermutation(const Order& permutation, const Order& read, const Order& written);

// Returns true if elements move between two orders, and not only dims of 1.
bool MovesElements(const ir::Shape& dims, const Order& from, const Order& to);

// Returns the order with the channels, the last dim, after the batch. TFLite's own below three dims.
Order ChannelsFirst(int rank);
// Returns the channels-first order of an operand whose record has these letters (Layout in
// runtime/opset/op_info.h).
Order OrderOf(std::string_view letters);
// Fails unless one is a permutation of the other.
Result<Order> OrderBetween(std::string_view from, std::string_view to);

// TransposedOrder returns the order of a TRANSPOSE's result whose elements lie in memory like the operand's.
// OrderBeforeTranspose is its inverse.
Order TransposedOrder(const Order& operand, std::span<const int> permutation);
Order OrderBeforeTranspose(const Order& result, std::span<const int> permutation);
// Returns the order without these dims, which are indices of the operand's dims.
Order OrderWithout(const Order& order, int rank, std::span<const int> axes);
// Returns the order of a reshaped tensor whose elements lie in memory like the operand's; nothing if there is
// none.
std::optional<Order> ReshapedOrder(const Order& operand, const ir::Shape& from, const ir::Shape& to);

}  // namespace litevk
