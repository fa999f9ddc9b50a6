// Shape inference that NON_MAX_SUPPRESSION_V4 and NON_MAX_SUPPRESSION_V5 share. V5 has a sigma, which lowers
// the score of overlapping boxes before they are dropped, and returns the scores.
#pragma once

#include "runtime/opset/shapes/shape_inference.h"

namespace litevk {

// The inputs of both operators; only V5 has kSigma.
enum SuppressionInput { kBoxes, kScores, kMostSelected, kIouThreshold, kScoreThreshold, kSigma };

// Sets outputs with room for max_output_size boxes. The last output counts the boxes.
Status InferNonMaxSuppression(const ir::ShapeQuery& query);

}  // namespace litevk
