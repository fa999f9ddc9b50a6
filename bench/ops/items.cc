#include "bench/ops/items.h"

#include <algorithm>
#include <map>
#include <regex>

#include "bench/ops/op_cost.h"
#include "delegate/kernel/op_spec.h"
#include "runtime/platform/environment.h"

namespace litevk::bench {
namespace {

std::filesystem::path BesideTheProgram(const char* name) { return ProgramPath().parent_path() / name; }

bool Contains(const std::vector<std::string>& list, const std::string& word) {
  return std::ranges::find(list, word) != list.end();
}

bool IsSelected(const OpBenchArguments& arguments, const std::string& op) {
  return arguments.ops.empty() || Contains(arguments.ops, op);
}

// Expands a folder to its .txt files in order.
Result<std::vector<std::filesystem::path>> ShapeFiles(const OpBenchArguments& arguments) {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> paths = arguments.shapes;
  if (paths.empty()) paths = {BesideTheProgram("op_shapes").string()};
  for (const std::string& path : paths) {
    if (path == "none") continue;
    if (!std::filesystem::is_directory(path)) {
      files.emplace_back(path);
      continue;
    }
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
      if (entry.path().extension() == ".txt") files.push_back(entry.path());
    }
  }
  std::ranges::sort(files);
  return files;
}

// Returns a key that is equal for layers that only differ in their count.
std::string KeyOf(const LayerShape& shape, const std::string& type) {
  std::string key = type + " " + shape.op;
  for (const auto* list : {&shape.inputs, &shape.constants}) {
    for (const ir::Shape& dims : *list) key += " " + dims.ToString();
    key += ";";
  }
  for (const auto* list :
       {&shape.filter, &shape.stride_hw, &shape.dilation_hw, &shape.axes, &shape.paddings}) {
    key += ir::Shape(*list).ToString() + ";";
  }
  return key + std::to_string(shape.padding) + ";" + std::to_string(shape.activation);
}

ir::DataType WeightsType(const std::string& type) {
  if (type == "int8") return ir::DataType::kInt8;
  return type == "f16" ? ir::DataType::kFloat16 : ir::DataType::kFloat32;
}

Status AddLayers(const OpBenchArguments& arguments, std::vector<Item>& items) {
  std::map<std::string, size_t> positions;
  LITEVK_ASSIGN_OR_RETURN(const auto files, ShapeFiles(arguments));
  for (const auto& file : files) {
    LITEVK_ASSIGN_OR_RETURN(const auto shapes, ReadShapeList(file));
    for (const LayerShape& shape : shapes) {
      for (const std::string& type : arguments.types) {
        const bool has_type = type == "f32" || HasWeights(shape);
        if (!has_type || !IsSelected(arguments, shape.op)) continue;
        const auto [location, is_new] = positions.emplace(KeyOf(shape, type), items.size());
        if (is_new) {
          items.push_back(
              {.op = shape.op, .count = 0, .make = [shape, type](const gpu::DeviceLimits& limits) {
                 return MakeLayerModel(shape, WeightsType(type), limits);
               }});
        }
        Item& item = items[location->second];
        item.source +=
            (item.source.empty() ? "" : " ") + file.stem().string() + ":" + std::to_string(shape.count);
        item.count += shape.count;
      }
    }
  }
  return {};
}

Status AddCases(const OpBenchArguments& arguments, std::vector<Item>& items) {
  const std::filesystem::path folder =
      arguments.cases.empty() ? BesideTheProgram("op_cases") : std::filesystem::path(arguments.cases);
  if (arguments.cases == "none" || !Contains(arguments.types, "f32")) return {};
  if (arguments.cases.empty() && !std::filesystem::exists(folder)) return {};
  tools::CaseSelection selection;
  for (const OpSpec& spec : OpTable()) {
    const std::string name(FindOpInfo(spec.op_code)->name);
    if (IsSelected(arguments, name)) selection.ops.push_back(name);
  }
  if (selection.ops.empty()) return {};
  LITEVK_ASSIGN_OR_RETURN(const auto cases, tools::ReadCases(folder, selection));
  for (const tools::OpCase& op_case : cases) {
    if (!op_case.runs_on_gpu) continue;
    items.push_back(
        {.op = op_case.op,
         .source = op_case.name,
         .suffix = "/Case[" + op_case.folder.filename().string() + "]",
         .make = [op_case](const gpu::DeviceLimits& limits) { return LoadCaseModel(op_case, limits); }});
  }
  return {};
}

// Returns the first item of each operator, then the second of each, and so on. A time limit then leaves some
// items of every operator.
std::vector<Item> InTurns(std::vector<Item> items) {
  std::map<std::string, size_t> seen;
  std::vector<std::pair<size_t, Item>> by_turn;
  by_turn.reserve(items.size());
  for (Item& item : items) {
    const size_t turn = seen[item.op]++;
    by_turn.emplace_back(turn, std::move(item));
  }
  std::ranges::stable_sort(by_turn, {}, &std::pair<size_t, Item>::first);
  std::vector<Item> result;
  result.reserve(by_turn.size());
  for (auto& [turn, item] : by_turn) result.push_back(std::move(item));
  return result;
}

}  // namespace

Result<std::vector<Item>> CollectItems(const OpBenchArguments& arguments) {
  std::vector<Item> items;
  LITEVK_RETURN_IF_ERROR(AddLayers(arguments, items));
  LITEVK_RETURN_IF_ERROR(AddCases(arguments, items));
  if (items.empty())
    return InvalidArgument("nothing to measure: no shape list and no case has what is asked for");
  std::ranges::stable_sort(items, {}, &Item::op);
  return arguments.max_seconds > 0 ? InTurns(std::move(items)) : items;
}

std::string NameOf(const Item& item, const Result<OpModel>& model) {
  return (model.ok() ? NameOf(*model) : item.op) + item.suffix;
}

Result<std::vector<Item>> FilterItems(const OpBenchArguments& arguments, const gpu::DeviceLimits& limits,
                                      std::vector<Item> items) {
  // Without a filter, no model is built just for its name.
  if (arguments.filter.empty()) return items;
  const std::regex filter(arguments.filter);
  std::erase_if(
      items, [&](const Item& item) { return !std::regex_search(NameOf(item, item.make(limits)), filter); });
  if (items.empty()) {
    return InvalidArgument("nothing to measure: no benchmark's name has \"" + arguments.filter + "\"");
  }
  return items;
}

}  // namespace litevk::bench
