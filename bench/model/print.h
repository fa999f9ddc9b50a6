// A measurement as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "bench/model/measure.h"

namespace litevk::bench {

void Print(const BenchArguments& arguments, const Measurement& measurement);
// Returns JSON of schema version 1; docs/BENCHMARKING.md lists the keys.
nlohmann::ordered_json ToJson(const BenchArguments& arguments, const Measurement& measurement);
nlohmann::ordered_json ToJson(const Statistics& statistics);

Status WriteJson(const std::filesystem::path& path, const nlohmann::ordered_json& json);

}  // namespace litevk::bench
