// The files that show a measurement: --trace, --html, --model-explorer.
#pragma once

#include "bench/model/measure.h"

namespace litevk::bench {

// Writes the pictures that the arguments name. The measurement has a profile.
Status WritePictures(const BenchArguments& arguments, const Backend& backend, const Measurement& measurement);

}  // namespace litevk::bench
