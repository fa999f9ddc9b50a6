// Orders of dims, and what becomes of them under operators that move dims.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/shape.h"

namespace litevk {

// Dim i of the written tensor is TFLite's dim order[i]. Empty: TFLite's own order.
using Order = std::vector<int>;

// Returns the order with all its dims, which for TFLite's own are 0, 1, 2 and so on.
Order WithAllDims(const Order& order, int rank);
// Returns the order, empty where it is TFLite's own.
Order Plain(Order order);

// Returns the permutation that an ONNX Transpose needs from one order of a tensor to another.
Order PermutationBetween(const Order& from, const Order& to, int rank);
// Returns the permutation that is left of a TRANSPOSE by `permutation` that reads and writes these orders.
// Empty: nothing is left.
Order RemainingPermutation(const Order& permutation, const Order& read, const Order& written);

// Returns whether two orders put elements to different places, and not dims of 1 alone.
bool MovesElements(const ir::Shape& dims, const Order& from, const Order& to);

// Returns the order with the channels, the last dim, behind the batch. TFLite's own below three dims.
Order ChannelsFirst(int rank);
// Returns the channels-first order of an operand whose record has these letters (Layout in
// runtime/opset/op_info.h).
Order OrderOf(std::string_view letters);
// Fails where one is no permutation of the other.
Result<Order> OrderBetween(std::string_view from, std::string_view to);

// Returns the order of a TRANSPOSE's result whose elements lie as those of the operand do, and the other way.
Order TransposedOrder(const Order& operand, std::span<const int> permutation);
Order OrderBeforeTranspose(const Order& result, std::span<const int> permutation);
// Returns the order without these dims, which are numbers of the operand's.
Order OrderWithout(const Order& order, int rank, std::span<const int> axes);
// Returns the order of a reshaped tensor whose elements lie as those of the operand do; nothing where no
// order does that.
std::optional<Order> ReshapedOrder(const Order& operand, const ir::Shape& from, const ir::Shape& to);

}  // namespace litevk
