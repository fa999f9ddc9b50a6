#include "tools/run/bisect_whole.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include "tools/run/inputs.h"
#include "tools/run/tolerances.h"

namespace litevk::tools {
namespace {

using Option = std::pair<std::string, std::string>;

struct Switch {
  std::string_view option;
  std::string_view about;
};

constexpr std::array kSwitches = {Switch{"disable_fusion", "fusion"},
                                  Switch{"disable_winograd", "Winograd's algorithm"},
                                  Switch{"disable_zero_copy", "zero copy"}};
constexpr std::string_view kFirst = "first_delegate_node_index";
constexpr std::string_view kLast = "last_delegate_node_index";

class WholeBisector {
 public:
  WholeBisector(const std::filesystem::path& model, SessionOptions options, const std::vector<Array>& inputs,
                const Tolerance& tolerance)
      : model_(model), options_(std::move(options)), inputs_(inputs), tolerance_(tolerance) {}

  Result<WholeBisection> Run() {
    LITEVK_RETURN_IF_ERROR(RunReference());
    WholeBisection result;
    LITEVK_ASSIGN_OR_RETURN(const bool agrees, Agrees({}));
    if (agrees) return result;
    result.differs = true;
    for (const Switch& entry : kSwitches) {
      if (!ValueOf(entry.option).has_value()) result.switches.push_back(Try(entry));
    }
    const Status status = FindStretch(&result.stretch);
    if (!status.ok()) result.stretch_problem = status.message();
    return result;
  }

 private:
  Status RunReference() {
    SessionOptions options = options_;
    options.delegate.clear();
    options.delegate_options.clear();
    LITEVK_ASSIGN_OR_RETURN(const auto session, RunOnce(model_, options, inputs_));
    LITEVK_ASSIGN_OR_RETURN(reference_, ReadOutputs(*session));
    nodes_ = session->Nodes();
    tolerances_.emplace(model_, *session, tolerance_);
    return {};
  }

  // True if a run with further options agrees.
  Result<bool> Agrees(const std::vector<Option>& added) const {
    SessionOptions options = options_;
    for (const Option& option : added) {
      std::erase_if(options.delegate_options, [&](const Option& old) { return old.first == option.first; });
      options.delegate_options.push_back(option);
    }
    LITEVK_ASSIGN_OR_RETURN(const auto session, RunOnce(model_, options, inputs_));
    LITEVK_ASSIGN_OR_RETURN(const std::vector<Array> outputs, ReadOutputs(*session));
    for (size_t index = 0; index < outputs.size(); ++index) {
      if (!Compare(outputs[index], reference_[index], tolerances_->OfOutput(index)).agrees) return false;
    }
    return true;
  }

  std::optional<std::string> ValueOf(std::string_view key) const {
    const auto found = std::ranges::find(options_.delegate_options, key, &Option::first);
    if (found == options_.delegate_options.end()) return std::nullopt;
    return found->second;
  }

  SwitchTrial Try(const Switch& entry) const {
    SwitchTrial trial = {.option = std::string(entry.option) + "=1", .about = std::string(entry.about)};
    const Result<bool> agrees = Agrees({{std::string(entry.option), "1"}});
    if (agrees.ok()) {
      trial.agrees = *agrees;
    } else {
      trial.problem = agrees.status().message();
    }
    return trial;
  }

  Result<bool> AgreesOn(int first, int last) const {
    if (first > last) return true;
    return Agrees({{std::string(kFirst), std::to_string(first)}, {std::string(kLast), std::to_string(last)}});
  }

  // Returns the node index in the user's option `key`, else `otherwise`.
  int NodeOption(std::string_view key, int otherwise) const {
    const std::optional<std::string> text = ValueOf(key);
    int number = otherwise;
    if (text.has_value()) std::from_chars(text->data(), text->data() + text->size(), number);
    return number;
  }

  // Bisects for the last node, then for the first one: each search keeps an end that differs and an end that
  // agrees. More nodes need not mean a larger difference, so the search finds one of several boundaries.
  Status FindStretch(std::optional<Stretch>* stretch) const {
    if (nodes_.empty()) return InvalidArgument("the model has no nodes");
    const int first = NodeOption(kFirst, 0);
    int differs = std::min(NodeOption(kLast, nodes_.back().index), nodes_.back().index);
    LITEVK_ASSIGN_OR_RETURN(const bool agrees_on_all, AgreesOn(first, differs));
    if (agrees_on_all) return InvalidArgument("the outputs agree when the nodes are given by their numbers");
    for (int agrees = first - 1; differs - agrees > 1;) {
      const int middle = agrees + (differs - agrees) / 2;
      LITEVK_ASSIGN_OR_RETURN(const bool middle_agrees, AgreesOn(first, middle));
      (middle_agrees ? agrees : differs) = middle;
    }
    const int last = differs;
    differs = first;
    for (int agrees = last + 1; agrees - differs > 1;) {
      const int middle = differs + (agrees - differs) / 2;
      LITEVK_ASSIGN_OR_RETURN(const bool middle_agrees, AgreesOn(middle, last));
      (middle_agrees ? agrees : differs) = middle;
    }
    *stretch = Stretch{differs, last, OpOf(differs), OpOf(last)};
    return {};
  }

  std::string OpOf(int node) const {
    const auto found = std::ranges::find(nodes_, node, &SessionNode::index);
    return found == nodes_.end() ? "" : found->op;
  }

  const std::filesystem::path& model_;
  SessionOptions options_;
  const std::vector<Array>& inputs_;
  const Tolerance& tolerance_;
  std::vector<Array> reference_;
  std::optional<Tolerances> tolerances_;
  std::vector<SessionNode> nodes_;
};

}  // namespace

Result<WholeBisection> BisectWhole(const std::filesystem::path& model, SessionOptions options,
                                   const std::vector<Array>& inputs, const Tolerance& tolerance) {
  options.enable_profiling = false;
  return WholeBisector(model, std::move(options), inputs, tolerance).Run();
}

}  // namespace litevk::tools
