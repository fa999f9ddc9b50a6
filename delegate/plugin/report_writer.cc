#include "delegate/plugin/report_writer.h"

#include <algorithm>
#include <iterator>

namespace litevk {

ReportWriter::ReportWriter(std::string path, Logger logger,
                           std::vector<std::pair<std::string, std::string>> options)
    : path_(std::move(path)), logger_(logger) {
  report_.options = std::move(options);
}

void ReportWriter::SetDevice(const std::string& name, const std::string& message) {
  const std::scoped_lock lock(mutex_);
  report_.device = name;
  report_.device_message = message;
}

void ReportWriter::SetSubgraph(const abi::TfLiteContext* context, SubgraphReport subgraph) {
  if (logger_.enabled(LogLevel::kInfo)) {
    for (const std::string& line : ToTable(subgraph)) logger_.Info(line);
  }
  const std::scoped_lock lock(mutex_);
  if (subgraph.subgraph == 0 && context != main_context_) {
    main_context_ = context;
    report_.subgraphs.clear();
    report_.pipelines.clear();
  }
  const auto same = std::ranges::find(report_.subgraphs, subgraph.subgraph, &SubgraphReport::subgraph);
  if (same == report_.subgraphs.end()) {
    report_.subgraphs.push_back(std::move(subgraph));
  } else {
    *same = std::move(subgraph);
  }
  Write();
}

void ReportWriter::AddPipelines(std::vector<PipelineReport> pipelines) {
  const std::scoped_lock lock(mutex_);
  std::ranges::move(pipelines, std::back_inserter(report_.pipelines));
  Write();
}

void ReportWriter::Write() {
  if (path_.empty()) return;
  const Status status = WriteFileAtomically(path_, ToJson(report_));
  if (!status.ok()) logger_.Warning(status.message());
}

}  // namespace litevk
