#version 450
// Non-maximum suppression: chooses boxes by score, best first, and skips those that overlap a chosen one. One workgroup runs
// it, and its invocations share the boxes. `detected`, `kinds`, `scores` and `count` are the results, 0 if no box is left. The
// flag is raised if a box has a height or width below 0.
// Iterations: kMost * (1 + Ceil(total, 32)) + 64
#extension GL_GOOGLE_include_directive : require
#include "common/int64.glsl"
#include "common/quotient.glsl"
layout(std430, binding = 0) readonly buffer corners_values { vec4 corners[]; };
#include "common/flag.glsl"
layout(std430, binding = 2) readonly buffer best_values { float best[]; };
layout(std430, binding = 3) readonly buffer labels_words { uint labels[]; };
layout(std430, binding = 4) writeonly buffer detected_values { vec4 detected[]; };
layout(std430, binding = 5) writeonly buffer kinds_values { float kinds[]; };
layout(std430, binding = 6) writeonly buffer scores_values { float scores[]; };
layout(std430, binding = 7) writeonly buffer count_values { float count[]; };

layout(constant_id = 3) const uint kMost = 1;  // number of boxes to choose

layout(push_constant) uniform Push {
  uint total;  // boxes, at most 65536
  float score_threshold, overlap_threshold;
};

const uint kLanes = 64;
// One bit for each box that may still be chosen. The boxes of an invocation are kLanes apart.
shared uint remaining[65536 / 32];

struct Best {
  bool exists;
  float score;
  uint box;
};
shared Best partial[64];

// Returns the better one of two; of equal ones, the one with the lower index.
Best Better(const Best l, const Best r) {
  if (!l.exists || !r.exists) return l.exists ? l : r;
  if (l.score == r.score) return l.box < r.box ? l : r;
  return l.score > r.score ? l : r;
}
#include "common/lane_reduction.glsl"
LANE_REDUCTION(BestOfLanes, Best, Better, Better)

uint WordOf(const uint box) { return box / kLanes / 32 * kLanes + box % kLanes; }
uint BitOf(const uint box) { return 1u << (box / kLanes % 32); }

float Area(const vec4 box) {
  precise const float area = (box.z - box.x) * (box.w - box.y);
  return area;
}

// True if the intersection over union of two boxes exceeds the threshold.
bool Overlap(const vec4 a, const vec4 b) {
  if (Area(a) <= 0.0 || Area(b) <= 0.0) return false;
  precise const vec2 common_size = max(min(a.zw, b.zw) - max(a.xy, b.xy), vec2(0.0));
  precise const float shared_area = common_size.x * common_size.y;
  precise const float whole = Area(a) + Area(b) - shared_area;
  return shared_area > 0.0 && NearestQuotient(shared_area, whole) > overlap_threshold;
}

// Marks the boxes that reach the score threshold as remaining. Returns true if a box of this invocation has a size below 0.
bool ReadBoxes() {
  bool is_broken = false;
  for (uint first = gl_LocalInvocationID.x; first < total; first += 32 * kLanes) remaining[WordOf(first)] = 0;
  for (uint box = gl_LocalInvocationID.x; box < total; box += kLanes) {
    const vec4 own = corners[box];
    is_broken = is_broken || own.x > own.z || own.y > own.w;
    if (best[box] >= score_threshold) remaining[WordOf(box)] |= BitOf(box);
  }
  return is_broken;
}

Best FindBest() {
  Best found = Best(false, 0.0, 0);
  for (uint box = gl_LocalInvocationID.x; box < total; box += kLanes) {
    if ((remaining[WordOf(box)] & BitOf(box)) != 0) found = Better(found, Best(true, best[box], box));
  }
  return BestOfLanes(found, gl_LocalInvocationID.x, 1, true);
}

void LeaveOut(const uint chosen) {
  const vec4 better = corners[chosen];
  for (uint box = gl_LocalInvocationID.x; box < total; box += kLanes) {
    const bool is_hidden = (remaining[WordOf(box)] & BitOf(box)) != 0 && (box == chosen || Overlap(better, corners[box]));
    if (is_hidden) remaining[WordOf(box)] &= ~BitOf(box);
  }
}

void Write(const uint row, const Best chosen) {
  if (gl_LocalInvocationID.x != 0) return;
  detected[row] = chosen.exists ? corners[chosen.box] : vec4(0.0);
  kinds[row] = chosen.exists ? float(labels[chosen.box]) : 0.0;
  scores[row] = chosen.exists ? chosen.score : 0.0;
}

void main() {
  RaiseFlag(uint(ReadBoxes()));
  uint chosen = 0;
  for (uint row = 0; row < kMost; ++row) {
    const Best found = FindBest();
    Write(row, found);
    if (!found.exists) continue;
    ++chosen;
    LeaveOut(found.box);
  }
  if (gl_LocalInvocationID.x == 0) count[0] = float(chosen);
}
