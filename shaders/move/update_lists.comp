#version 450
// Builds, for each element that a scatter updates, the list of its updates: newest[place] is its first update or -1. The entry
// next[update] is the following one in the list, or -1. Three dispatches run in order, by kPhase:
// `kClear`: newest = -1.
// `kLink`: each update joins the list of its element, in any order of the invocations.
// `kOrder`: sorts the list of each element into the order of the updates.
// `kLast` replaces the last two: it keeps only the last update of each element, and does not write `next`.
// Iterations: kPhase == 2 ? values * (8 + Log2(values)) + 256 : 0
#extension GL_GOOGLE_include_directive : require
#include "common/flat.glsl"
layout(std430, binding = 0) readonly buffer positions_words { uint positions[]; };
layout(std430, binding = 1) coherent buffer newest_words { int newest[]; };
layout(std430, binding = 2) buffer next_words { int next[]; };

layout(constant_id = 3) const uint kPhase = 0;
const uint kClear = 0;
const uint kLink = 1;
const uint kOrder = 2;
const uint kLast = 3;

layout(push_constant) uniform Push {
  uint total;  // elements to clear or to sort, or updates
  uint slots;  // number of elements; updates of others are dropped
  uint values;  // number of updates; further ones repeat the last
};

// Merges two sorted lists. A loop whose condition loads twice is avoided. With it, llvmpipe (Mesa 22.3) put updates into a
// wrong order if invocations had linked them in a mixed one.
int Merged(const int left, const int right) {
  int l = left;
  int r = right;
  int first = -1;
  int last = -1;
  while (l >= 0 && r >= 0) {
    const int least = min(l, r);
    const int following = next[least];
    if (least == l) {
      l = following;
    } else {
      r = following;
    }
    if (last < 0) {
      first = least;
    } else {
      next[last] = least;
    }
    last = least;
  }
  if (last < 0) return max(l, r);
  next[last] = max(l, r);
  return first;
}

// Merge sort: runs[i] is empty or holds 2^i updates in order.
const uint kRuns = 32;
void Order(const uint offset) {
  int update = newest[offset];
  if (update < 0) return;
  if (next[update] < 0) return;
  int runs[kRuns];
  for (uint i = 0; i < kRuns; ++i) runs[i] = -1;
  while (update >= 0) {
    const int following = next[update];
    next[update] = -1;
    int run = update;
    uint i = 0;
    for (; runs[i] >= 0; ++i) {
      run = Merged(runs[i], run);
      runs[i] = -1;
    }
    runs[i] = run;
    update = following;
  }
  int sorted = -1;
  for (uint i = 0; i < kRuns; ++i) sorted = Merged(runs[i], sorted);
  newest[offset] = sorted;
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  if (kPhase == kClear) {
    newest[index] = -1;
  } else if (kPhase == kOrder) {
    Order(index);
  } else if (positions[index] < slots) {
    if (kPhase == kLink) {
      next[index] = atomicExchange(newest[positions[index]], int(index));
    } else {
      atomicMax(newest[positions[index]], int(min(index, values - 1)));
    }
  }
}
