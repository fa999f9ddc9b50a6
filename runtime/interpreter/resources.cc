#include "runtime/interpreter/resources.h"

#include <algorithm>

namespace litevk {

int ResourceTable::Id(std::string_view container, std::string_view shared_name) {
  const auto next_id = static_cast<int>(ids_.size());
  return ids_.try_emplace({std::string(container), std::string(shared_name)}, next_id).first->second;
}

std::string ResourceTable::Name(int id) const {
  const auto found = std::ranges::find_if(ids_, [id](const auto& entry) { return entry.second == id; });
  return "variable " + (found == ids_.end() ? std::to_string(id) : "'" + found->first.second + "'");
}

const ResourceTable::Variable* ResourceTable::Find(int id) const {
  const auto found = variables_.find(id);
  return found == variables_.end() ? nullptr : &found->second;
}

HashTable* ResourceTable::FindHashTable(int id) {
  const auto found = tables_.find(id);
  return found == tables_.end() ? nullptr : &found->second;
}

}  // namespace litevk
