#version 450
// Which of a node's updates are for which place of a tensor, as lists: newest[place] is an update of the place or -1, and
// next[update] the one after it in the list, or -1. Three dispatches one after another, by kPhase:
//   kClear  newest = -1
//   kLink   each update joins the list of its place, in whatever order the invocations come
//   kOrder  the list of each place is put into the order of the updates
// kLast in place of the last two leaves one update for each place, the last one of it, and leaves `next` alone.
#extension GL_GOOGLE_include_directive : require
#include "common/flat.glsl"
layout(std430, binding = 0) readonly buffer places_words { uint places[]; };
layout(std430, binding = 1) coherent buffer newest_words { int newest[]; };
layout(std430, binding = 2) buffer next_words { int next[]; };

layout(constant_id = 3) const uint kPhase = 0;
const uint kClear = 0;
const uint kLink = 1;
const uint kOrder = 2;
const uint kLast = 3;

layout(push_constant) uniform Push {
  uint total;  // places to clear or to put into order, or updates
  uint slots;  // places that there are; an update for another one is left out
  uint values; // of the updates, the last of which all further ones are too
};

// A loop whose condition loads twice, `next[at] >= 0 && next[at] < update`, put the updates of llvmpipe (Mesa 22.3) into a
// wrong order where invocations had linked them in a mixed one.
void Order(uint place) {
  int sorted = -1;
  for (int update = newest[place]; update >= 0;) {
    const int following = next[update];
    int before = -1;
    int after = sorted;
    while (after >= 0 && after < update) {
      before = after;
      after = next[after];
    }
    next[update] = after;
    if (before < 0) {
      sorted = update;
    } else {
      next[before] = update;
    }
    update = following;
  }
  newest[place] = sorted;
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  if (kPhase == kClear) {
    newest[index] = -1;
  } else if (kPhase == kOrder) {
    Order(index);
  } else if (places[index] < slots) {
    if (kPhase == kLink) {
      next[index] = atomicExchange(newest[places[index]], int(index));
    } else {
      atomicMax(newest[places[index]], int(min(index, values - 1)));
    }
  }
}
