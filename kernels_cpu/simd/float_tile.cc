#include "kernels_cpu/simd/float_tile.h"

#include <algorithm>

#include "kernels_cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels_cpu/simd/float_tile.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// highway.h has to be read before.
#include "kernels_cpu/simd/float_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace litevk::cpu {
namespace HWY_NAMESPACE {
#if LITEVK_HAS_ISA

constexpr int kPanel = 2 * kLanes;
// Sums that registers hold beside the weights and an input: 32 registers, or 16.
constexpr int kMaxRows = kLanes == 16 || HWY_ARCH_ARM_A64 ? 8 : kLanes == 8 ? 6 : 4;

// Products that are added up before their sum goes to the total: a sum's error grows with the number of its
// terms.
constexpr int64_t kBlock = 64;

template <int kRows, int kVectors>
using Sums = Vector[kRows][kVectors];

template <int kRows, int kVectors>
HWY_INLINE void AddAndClear(Sums<kRows, kVectors>& sums, Sums<kRows, kVectors>& totals) {
  const Floats d;
  for (int row = 0; row < kRows; ++row) {
    for (int vector = 0; vector < kVectors; ++vector) {
      totals[row][vector] = hn::Add(totals[row][vector], sums[row][vector]);
      sums[row][vector] = hn::Zero(d);
    }
  }
}

// Adds the products of `count` inputs from `first` on, and moves `weights` behind theirs.
template <int kRows, int kVectors>
HWY_INLINE void AddProducts(const float* const* rows, int64_t first, int64_t count, const float*& weights,
                            Sums<kRows, kVectors>& sums) {
  const Floats d;
  for (int64_t i = first; i < first + count; ++i, weights += kPanel) {
    Vector factors[kVectors];
    for (int vector = 0; vector < kVectors; ++vector) {
      factors[vector] = hn::LoadU(d, weights + vector * kLanes);
    }
    for (int row = 0; row < kRows; ++row) {
      const Vector input = hn::Set(d, rows[row][i]);
      for (int vector = 0; vector < kVectors; ++vector) {
        sums[row][vector] = hn::MulAdd(input, factors[vector], sums[row][vector]);
      }
    }
  }
}

// Computes kRows rows of the first kVectors vectors of a panel.
template <int kRows, int kVectors>
HWY_INLINE void ComputePanel(const FloatTile& tile, const float* weights, const float* bias, int64_t columns,
                             float* output) {
  const Floats d;
  Sums<kRows, kVectors> totals;
  Sums<kRows, kVectors> sums;
  for (int row = 0; row < kRows; ++row) {
    for (int vector = 0; vector < kVectors; ++vector) {
      totals[row][vector] = hn::LoadU(d, bias + vector * kLanes);
      sums[row][vector] = hn::Zero(d);
    }
  }
  int64_t room = kBlock;
  const float* const* inputs = tile.inputs;
  for (int64_t segment = 0; segment < tile.segments; ++segment, inputs += kMaxRows) {
    for (int64_t i = 0; i < tile.length;) {
      const int64_t count = std::min(tile.length - i, room);
      AddProducts<kRows, kVectors>(inputs, i, count, weights, sums);
      i += count;
      room -= count;
      if (room == 0) {
        AddAndClear<kRows, kVectors>(sums, totals);
        room = kBlock;
      }
    }
  }
  AddAndClear<kRows, kVectors>(sums, totals);
  for (int row = 0; row < kRows; ++row, output += tile.output_stride) {
    for (int vector = 0; vector < kVectors; ++vector) {
      StoreFirst(ClampTo(d, tile.min, tile.max, totals[row][vector]), columns - vector * kLanes,
                 output + vector * kLanes);
    }
  }
}

template <int kRows>
HWY_NOINLINE void ComputeRows(const FloatTile& tile) {
  const int64_t panel_weights = tile.segments * tile.length * kPanel;
  for (int64_t first = 0; first < tile.columns; first += kPanel) {
    const float* const weights = tile.weights + first / kPanel * panel_weights;
    const int64_t columns = tile.columns - first;
    if (columns > kLanes) {
      ComputePanel<kRows, 2>(tile, weights, tile.bias + first, columns, tile.output + first);
    } else {
      ComputePanel<kRows, 1>(tile, weights, tile.bias + first, columns, tile.output + first);
    }
  }
}

template <int kRows = kMaxRows>
void ComputeTile(const FloatTile& tile, int rows) {
  if constexpr (kRows > 1) {
    if (rows < kRows) {
      ComputeTile<kRows - 1>(tile, rows);
      return;
    }
  }
  ComputeRows<kRows>(tile);
}

FloatTileFunction FloatTileOfTarget() { return {kMaxRows, kPanel, &ComputeTile<>}; }

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace litevk::cpu {

FloatTileFunction FloatTileFor(Isa isa) {
  LITEVK_TABLE_OF_TARGETS(FloatTileFunction(*)(), table, FloatTileOfTarget);
  return table[static_cast<size_t>(isa)]();
}

}  // namespace litevk::cpu
#endif
