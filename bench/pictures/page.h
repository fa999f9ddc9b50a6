// A single page that shows a measurement in any browser, without other files.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/model/measure.h"
#include "bench/pictures/model_nodes.h"
#include "bench/pictures/timeline.h"
#include "bench/probe/probe.h"

namespace litevk::bench {

struct Page {
  nlohmann::ordered_json about;
  const Measurement& measurement;
  const Timeline& timeline;
  const std::vector<ModelSubgraph>& subgraphs;
  std::optional<DevicePeaks> peaks;
};

// The files of bench/pictures/page, combined at build time (tools/build/embed_page.py).
extern const std::string_view kPageTemplate;

std::string ToHtml(const Page& page);

}  // namespace litevk::bench
