#include "delegate/fuse/pending_pads.h"

#include <algorithm>
#include <array>
#include <utility>

#include "runtime/opset/same_quantization.h"

namespace litevk {
namespace {

constexpr size_t kHeight = 1;
constexpr size_t kWidth = 2;
constexpr int kNone = -1;

// Maps each dim of `seen` to the matching dim of `padded`, or to kNone if its size is 1. Returns nothing if
// the dims above 1 differ.
std::optional<std::array<int, 4>> AxesOf(const ir::Shape& seen, const ir::Shape& padded) {
  if (seen == padded) return std::array<int, 4>{0, 1, 2, 3};
  if (seen.has_unknown() || padded.has_unknown()) return std::nullopt;
  std::array<int, 4> axes = {kNone, kNone, kNone, kNone};
  int axis = 0;
  const auto skip_ones = [&] {
    while (axis < padded.rank() && padded[axis] == 1) ++axis;
  };
  for (int i = 0; i < seen.rank(); ++i) {
    if (seen[i] == 1) continue;
    skip_ones();
    if (axis == padded.rank() || padded[axis] != seen[i]) return std::nullopt;
    axes.at(static_cast<size_t>(i)) = axis++;
  }
  skip_ones();
  if (axis < padded.rank()) return std::nullopt;
  return axes;
}

// The tensor that the reader sees: the PAD's output, or what nodes in between make of it.
struct Seen {
  ir::TensorId id = ir::kAbsent;
  std::vector<int> between;  // positions of the nodes
  DimPadding around;         // padding and cropping of the only one; if empty, they give it other dims
};

// True if only one node reads the tensor, and it only gives the tensor other dims.
bool IsForAlias(const MatchedNodes& nodes, ir::TensorId id) {
  if (!nodes.IsPrivate(id)) return false;
  const int reader = nodes.ReadersOf(id).front();
  return nodes.MatchAt(reader) == nullptr && nodes.Node(reader).inputs[0] == id &&
         IsAlias(nodes.View(reader));
}

// Returns the tensor that is seen behind the alias and the aliases that follow it.
Seen BehindAlias(const MatchedNodes& nodes, int alias) {
  Seen seen = {.id = nodes.Node(alias).outputs[0], .between = {alias}};
  while (IsForAlias(nodes, seen.id)) {
    seen.between.push_back(nodes.ReadersOf(seen.id).front());
    seen.id = nodes.Node(seen.between.back()).outputs[0];
  }
  return seen;
}

Seen SeenBy(const MatchedNodes& nodes, int reader, ir::TensorId padded) {
  const ir::Node& node = nodes.Node(reader);
  const ir::TensorId output = node.outputs[0];
  if (nodes.MatchAt(reader) != nullptr || node.inputs[0] != padded) return {.id = padded};
  if (IsAlias(nodes.View(reader))) {
    Seen seen = BehindAlias(nodes, reader);
    const bool is_same = nodes.graph().tensor(seen.id).type == nodes.graph().tensor(padded).type;
    return is_same ? seen : Seen{.id = padded};
  }
  const auto as_padding = nodes.KernelAt(reader).as_padding;
  if (as_padding == nullptr) return {.id = padded};
  DimPadding around = as_padding(nodes.View(reader));
  return around.empty() ? Seen{.id = padded}
                        : Seen{.id = output, .between = {reader}, .around = std::move(around)};
}

// Returns the padding around the PAD's source as readers see it; empty if the PAD puts no zeros.
DimPadding AroundSeen(const NodeView& pad, const Seen& seen) {
  DimPadding around = pad.kernel().as_padding(pad);
  const auto puts_zeros = [](const std::array<int, 2>& amount) { return amount[0] > 0 || amount[1] > 0; };
  if (std::ranges::none_of(around, puts_zeros)) return {};
  for (size_t axis = 0; axis < seen.around.size(); ++axis) {
    for (const size_t side : {0, 1}) around[axis].at(side) += seen.around[axis].at(side);
  }
  return around;
}

// Returns the PAD as its readers see it.
std::optional<PendingPad> PadSeenAs(const NodeView& pad, const Seen& seen) {
  DimPadding around = AroundSeen(pad, seen);
  const ir::Tensor& tensor = pad.graph().tensor(seen.id);
  const ir::Shape& dims = tensor.dims;
  // Quantized values that nodes in between pass on mean something else in another scale, zeros among them.
  if (around.empty() || dims.rank() != 4 || !HasSameQuantization(tensor, pad.output())) return std::nullopt;
  const auto axes = AxesOf(dims, seen.around.empty() ? pad.output().dims : dims);
  if (!axes) return std::nullopt;
  std::vector<int> source = dims.dims();
  DimPadding of_dim(4);
  for (const size_t i : {kHeight, kWidth}) {
    const int axis = axes->at(i);
    if (axis == kNone) continue;
    source[i] = pad.input(0).dims[axis];
    of_dim[i] = std::exchange(around[static_cast<size_t>(axis)], {0, 0});
  }
  if (std::ranges::any_of(around, [](const auto& rest) { return rest[0] != 0 || rest[1] != 0; }))
    return std::nullopt;
  return PendingPad{.padded = seen.id,
                    .between = seen.between,
                    .source = pad.input_id(0),
                    .source_dims = ir::Shape(source),
                    .zeros = {of_dim[kHeight][0], of_dim[kHeight][1], of_dim[kWidth][0], of_dim[kWidth][1]}};
}

bool TakesIt(const MatchedNodes& nodes, int reader, const PendingPad& pad) {
  const ir::Node& node = nodes.Node(reader);
  const auto takes = nodes.KernelAt(reader).takes_padding;
  return takes != nullptr && node.inputs[0] == pad.padded &&
         std::ranges::count(node.inputs, pad.padded) == 1 && takes(nodes.View(reader), pad.zeros);
}

bool AllTakeIt(const MatchedNodes& nodes, const PendingPad& pad) {
  const std::vector<int>& readers = nodes.ReadersOf(pad.padded);
  return !readers.empty() && nodes.StaysInside(pad.padded) &&
         std::ranges::all_of(readers, [&](int reader) { return TakesIt(nodes, reader, pad); });
}

}  // namespace

void PendingPads::Add(PendingPad pad) {
  positions_.insert(pad.position);
  positions_.insert(pad.between.begin(), pad.between.end());
  const ir::TensorId padded = pad.padded;
  pads_.try_emplace(padded, std::move(pad));
}

void PendingPads::Add(const PendingPads& others) {
  positions_.insert(others.positions_.begin(), others.positions_.end());
  pads_.insert(others.pads_.begin(), others.pads_.end());
}

const PendingPad* PendingPads::Find(ir::TensorId padded) const {
  const auto found = pads_.find(padded);
  return found == pads_.end() ? nullptr : &found->second;
}

std::optional<PendingPads> PadsOf(const MatchedNodes& nodes, int position) {
  const ir::Node& node = nodes.Node(position);
  const ir::TensorId output = node.outputs[0];
  const std::vector<int>& readers = nodes.ReadersOf(output);
  if (nodes.KernelAt(position).as_padding == nullptr || readers.empty() || !nodes.StaysInside(output)) {
    return std::nullopt;
  }
  PendingPads pads;
  for (const int reader : readers) {
    const Seen seen = SeenBy(nodes, reader, output);
    auto pad = PadSeenAs(nodes.View(position), seen);
    if (!pad || !(seen.between.empty() ? TakesIt(nodes, reader, *pad) : AllTakeIt(nodes, *pad))) {
      return std::nullopt;
    }
    pad->position = position;
    pads.Add(*std::move(pad));
  }
  return pads;
}

}  // namespace litevk
