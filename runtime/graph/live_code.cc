#include "runtime/graph/live_code.h"

#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "runtime/graph/dead_code.h"
#include "runtime/graph/live_function.h"
#include "runtime/graph/live_globals.h"
#include "runtime/graph/spirv.h"

namespace litevk::gpu {
namespace {

using spirv::Words;

class LiveModule : public spirv::Callees {
 public:
  explicit LiveModule(const spirv::Module& module) : module_(module), constants_(module.header[3]) {
    for (const Words words : module.globals) constants_.Read(words);
    for (const Words words : module.globals) {
      if (spirv::OpOf(words) == spirv::kDecorate) decorations_[words[1]].push_back(words);
    }
    for (const auto& [id, function] : module.functions) AddInner(function);
    for (const Words words : module.globals) {
      if (spirv::OpOf(words) == spirv::kEntryPoint) AddEntryPoint(words[2]);
    }
  }

  std::vector<uint32_t> Write() const {
    std::vector<uint32_t> out(module_.header.begin(), module_.header.end());
    out[3] = constants_.bound();
    bool has_decorations = false;
    for (const Words words : spirv::LiveGlobals(Globals(), functions_)) {
      // Decorations precede types.
      if (!has_decorations && IsType(words)) {
        Append(added_decorations_, out);
        has_decorations = true;
      }
      Append(words, out);
    }
    Append(functions_, out);
    return out;
  }

  spirv::Callee Get(spirv::Call call) override {
    const spirv::Function& function = module_.functions.at(call.function);
    for (size_t i = 0; i < call.known.size(); ++i) {
      const spirv::Parameter& parameter = function.parameters[i];
      if (parameter.is_pointer && !parameter.is_only_read) call.known[i] = 0;
    }
    if (const auto found = callees_.find(call); found != callees_.end()) return found->second;
    const spirv::LiveFunction live(function, call.known, constants_, *this);
    const spirv::Callee callee = {.id = constants_.NewId(), .result = live.Result()};
    if (callee.result == 0) Add(function, callee.id, live.Write());
    callees_.emplace(std::move(call), callee);
    return callee;
  }

 private:
  // Returns the instructions before the functions, including added constants.
  std::vector<Words> Globals() const {
    std::vector<Words> globals;
    for (const Words words : module_.globals) {
      if (!IsOfFunction(words)) globals.push_back(words);
    }
    const Words added = constants_.added();
    for (size_t at = 0; at < added.size(); at += added[at] >> 16) {
      globals.push_back(added.subspan(at, added[at] >> 16));
    }
    return globals;
  }
  static void Append(Words words, std::vector<uint32_t>& out) {
    out.insert(out.end(), words.begin(), words.end());
  }
  static bool IsType(Words words) {
    return spirv::OpOf(words) >= spirv::kTypeVoid && spirv::OpOf(words) < spirv::kFunction;
  }
  // True if the instruction decorates an id inside a function, which has new ids now.
  bool IsOfFunction(Words words) const {
    return spirv::OpOf(words) == spirv::kDecorate && inner_.contains(words[1]);
  }

  void AddInner(const spirv::Function& function) {
    for (const spirv::Parameter& parameter : function.parameters) inner_.insert(parameter.id());
    for (const spirv::Block& block : function.blocks) {
      for (const Words words : block.code) {
        if (const size_t result = spirv::ResultWord(spirv::OpOf(words))) inner_.insert(words[result]);
      }
    }
  }

  void AddEntryPoint(uint32_t id) {
    const spirv::Function& function = module_.functions.at(id);
    Add(function, id, spirv::LiveFunction(function, {}, constants_, *this).Write());
  }

  void Add(const spirv::Function& function, uint32_t id, spirv::Instructions code) {
    spirv::DropDeadCode(code);
    std::unordered_map<uint32_t, uint32_t> names;
    for (const spirv::Parameter& parameter : function.parameters) Rename(parameter.id(), names);
    for (const std::vector<uint32_t>& words : code) {
      const size_t result = spirv::ResultWord(spirv::OpOf(words));
      if (result != 0) Rename(words[result], names);
    }
    Append(function.head, functions_);
    functions_[functions_.size() - function.head.size() + 2] = id;
    for (const spirv::Parameter& parameter : function.parameters) AppendRenamed(parameter.words, names);
    for (const std::vector<uint32_t>& words : code) AppendRenamed(words, names);
    functions_.push_back(spirv::Head(spirv::kFunctionEnd, 1));
  }

  void Rename(uint32_t id, std::unordered_map<uint32_t, uint32_t>& names) {
    const uint32_t name = constants_.NewId();
    names.emplace(id, name);
    const auto found = decorations_.find(id);
    if (found == decorations_.end()) return;
    for (const Words words : found->second) {
      Append(words, added_decorations_);
      added_decorations_[added_decorations_.size() - words.size() + 1] = name;
    }
  }

  void AppendRenamed(Words words, const std::unordered_map<uint32_t, uint32_t>& names) {
    const size_t start = functions_.size();
    Append(words, functions_);
    const size_t result = spirv::ResultWord(spirv::OpOf(words));
    for (size_t i = 1; i < words.size(); ++i) {
      if (i != result && !spirv::IsOperandId(words, i)) continue;
      const auto name = names.find(words[i]);
      if (name != names.end()) functions_[start + i] = name->second;
    }
  }

  const spirv::Module& module_;
  spirv::Constants constants_;
  std::unordered_map<uint32_t, std::vector<Words>> decorations_;  // keyed by the decorated id
  std::set<uint32_t> inner_;                                      // ids of the old functions
  std::map<spirv::Call, spirv::Callee> callees_;
  std::vector<uint32_t> added_decorations_;
  std::vector<uint32_t> functions_;
};

}  // namespace

std::vector<uint32_t> KeepLiveCode(std::vector<uint32_t> module) {
  const auto read = spirv::ReadModule(module);
  // Without functions, nothing is read.
  return read && !read->functions.empty() ? LiveModule(*read).Write() : module;
}

}  // namespace litevk::gpu
