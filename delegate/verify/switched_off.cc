#include "delegate/verify/switched_off.h"

#include <string_view>

#include "runtime/opset/op_info.h"

namespace litevk {
namespace {

struct Records {
  std::mutex mutex;
  std::map<std::string, std::unique_ptr<SwitchedOff>> by_device;
};

Records& AllRecords() {
  static auto* records = new Records();
  return *records;
}

void AddTensors(const ir::Graph& graph, const std::vector<ir::TensorId>& ids, std::string& key) {
  for (const ir::TensorId id : ids) {
    key += " ";
    if (id == ir::kAbsent) continue;
    const ir::Tensor& tensor = graph.tensor(id);
    key += std::string(ir::Name(tensor.type)) + ":" + tensor.dims.ToString() + (tensor.is_known() ? "c" : "");
  }
}

}  // namespace

std::string KernelKeyOf(const ir::Graph& graph, const ir::Node& node) {
  const OpInfo* info = FindOpInfo(node);
  std::string key(info == nullptr ? "?" : info->stem);
  AddTensors(graph, node.inputs, key);
  key += " ->";
  AddTensors(graph, node.outputs, key);
  // Options are compared by their bytes, as a node keeps no others.
  struct Bytes {
    char bytes[sizeof(ir::Params) - alignof(ir::Params)];
  };
  const auto& options = node.params.As<Bytes>();
  key += " " + std::to_string(std::hash<std::string_view>()({options.bytes, sizeof(options.bytes)}));
  return key;
}

SwitchedOff& SwitchedOff::On(const std::string& device) {
  Records& records = AllRecords();
  const std::scoped_lock lock(records.mutex);
  std::unique_ptr<SwitchedOff>& record = records.by_device[device];
  if (record == nullptr) record = std::make_unique<SwitchedOff>();
  return *record;
}

void SwitchedOff::ForgetAll() {
  Records& records = AllRecords();
  const std::scoped_lock lock(records.mutex);
  for (auto& [device, record] : records.by_device) record->Clear();
}

void SwitchedOff::Clear() {
  const std::scoped_lock lock(mutex_);
  is_empty_ = true;
  avoided_.clear();
  apart_.clear();
  on_cpu_.clear();
}

bool SwitchedOff::AddAlternatives(const std::string& choice, const std::set<std::string>& names) {
  const std::scoped_lock lock(mutex_);
  std::set<std::string>& avoided = avoided_[choice];
  const size_t before = avoided.size();
  avoided.insert(names.begin(), names.end());
  is_empty_ = false;
  return avoided.size() > before;
}

bool SwitchedOff::AddApart(const std::string& key) {
  const std::scoped_lock lock(mutex_);
  is_empty_ = false;
  return apart_.insert(key).second;
}

void SwitchedOff::AddOnCpu(const std::string& key, const std::string& reason) {
  const std::scoped_lock lock(mutex_);
  is_empty_ = false;
  on_cpu_.emplace(key, reason);
}

AvoidedAlternatives SwitchedOff::Avoided() const {
  const std::scoped_lock lock(mutex_);
  return avoided_;
}

bool SwitchedOff::IsApart(const std::string& key) const {
  const std::scoped_lock lock(mutex_);
  return apart_.contains(key);
}

std::string SwitchedOff::WhyOnCpu(const std::string& key) const {
  const std::scoped_lock lock(mutex_);
  const auto found = on_cpu_.find(key);
  return found == on_cpu_.end() ? "" : found->second;
}

}  // namespace litevk
