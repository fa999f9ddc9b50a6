// What the records of NON_MAX_SUPPRESSION_V4 and NON_MAX_SUPPRESSION_V5 share. V5 has a sigma, by which
// overlapping boxes lose score before they are dropped, and gives the scores.
#pragma once

#include "runtime/opset/shape_inference.h"

namespace litevk {

// The inputs of both; the last one of V5 alone.
enum SuppressionInput { kBoxes, kScores, kMostSelected, kIouThreshold, kScoreThreshold, kSigma };

// Every output but the last, which counts the boxes, has room for as many as max_output_size says.
Status InferNonMaxSuppression(const ir::ShapeQuery& query);

}  // namespace litevk
