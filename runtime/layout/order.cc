#include "runtime/layout/order.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>

namespace litevk {
namespace {

Order Counted(int rank) {
  Order order(static_cast<size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

Order Inverse(std::span<const int> order) {
  Order inverse(order.size());
  for (size_t i = 0; i < order.size(); ++i) inverse[static_cast<size_t>(order[i])] = static_cast<int>(i);
  return inverse;
}

int At(std::span<const int> values, int index) { return values[static_cast<size_t>(index)]; }

// The batch, a filter's outputs, the channels and a filter's inputs precede positions.
Order SortedLetters(std::string_view letters) {
  constexpr std::string_view kFirst = "NOCI";
  const auto rank = [&](int dim) { return kFirst.find(letters[static_cast<size_t>(dim)]); };
  Order order = Counted(static_cast<int>(letters.size()));
  std::ranges::stable_sort(order, [&](int a, int b) { return rank(a) < rank(b); });
  return Plain(std::move(order));
}

}  // namespace

Order WithAllDims(const Order& order, int rank) { return order.empty() ? Counted(rank) : order; }

Order Plain(Order order) { return std::ranges::is_sorted(order) ? Order() : order; }

Order PermutationBetween(const Order& from, const Order& to, int rank) {
  const Order places = Inverse(WithAllDims(from, rank));
  Order permutation;
  for (const int dim : WithAllDims(to, rank)) permutation.push_back(At(places, dim));
  return permutation;
}

Order RemainingPermutation(const Order& permutation, const Order& read, const Order& written) {
  const int rank = static_cast<int>(permutation.size());
  const Order places = Inverse(WithAllDims(read, rank));
  Order remaining;
  for (const int dim : WithAllDims(written, rank)) remaining.push_back(At(places, At(permutation, dim)));
  return Plain(std::move(remaining));
}

// An order may have more dims than the tensor; the additional ones count as dims of 1.
bool MovesElements(const ir::Shape& dims, const Order& from, const Order& to) {
  const auto sized = [&](const Order& order) {
    Order result = WithAllDims(order, dims.rank());
    std::erase_if(result, [&](int dim) { return dim >= dims.rank() || dims[dim] == 1; });
    return result;
  };
  return sized(from) != sized(to);
}

Order ChannelsFirst(int rank) {
  if (rank < 3) return {};
  Order order = Counted(rank);
  std::rotate(order.begin() + 1, order.end() - 1, order.end());
  return order;
}

Order OrderOf(std::string_view letters) {
  const size_t end = letters.find('>');
  if (end == std::string_view::npos) return SortedLetters(letters);
  return *OrderBetween(letters.substr(0, end), letters.substr(end + 1));
}

Result<Order> OrderBetween(std::string_view from, std::string_view to) {
  Order order;
  for (const char letter : to) {
    const size_t place = from.find(letter);
    const bool is_new =
        place != std::string_view::npos && std::ranges::find(order, static_cast<int>(place)) == order.end();
    if (is_new) order.push_back(static_cast<int>(place));
  }
  if (order.size() == from.size() && to.size() == from.size()) return Plain(std::move(order));
  return InvalidArgument("layout " + std::string(to) + ": expected the letters of " + std::string(from) +
                         ", each once");
}

Order TransposedOrder(const Order& operand, std::span<const int> permutation) {
  const Order places = Inverse(permutation);
  Order order;
  for (const int dim : WithAllDims(operand, static_cast<int>(permutation.size()))) {
    order.push_back(At(places, dim));
  }
  return Plain(std::move(order));
}

Order OrderBeforeTranspose(const Order& result, std::span<const int> permutation) {
  Order order;
  for (const int dim : WithAllDims(result, static_cast<int>(permutation.size()))) {
    order.push_back(At(permutation, dim));
  }
  return Plain(std::move(order));
}

Order OrderWithout(const Order& order, int rank, std::span<const int> axes) {
  Order result;
  for (const int dim : WithAllDims(order, rank)) {
    if (std::ranges::find(axes, dim) != axes.end()) continue;
    result.push_back(dim -
                     static_cast<int>(std::ranges::count_if(axes, [&](int axis) { return axis < dim; })));
  }
  return Plain(std::move(result));
}

}  // namespace litevk
