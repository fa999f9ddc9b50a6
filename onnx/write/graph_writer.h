// A writer of ONNX graphs: nodes, constants and their names, in the order of the calls. The same calls give
// the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "onnx/facts/name.h"
#include "runtime/ir/data_type.h"

namespace onnx {
class GraphProto;
class NodeProto;
class TensorProto;
}  // namespace onnx

namespace litevk::to_onnx {

// An attribute of a node: a number, a text, or a list of either. Not a std::variant, since GCC 12 warns that
// it may be uninitialized.
struct Attribute {
  enum class Kind : uint8_t { kInt, kFloat, kText, kInts, kTexts };

  Attribute(std::string_view key, int64_t value) : name(key), kind(Kind::kInt), integer(value) {}
  Attribute(std::string_view key, float value) : name(key), kind(Kind::kFloat), real(value) {}
  Attribute(std::string_view key, std::string value) : name(key), kind(Kind::kText), text(std::move(value)) {}
  Attribute(std::string_view key, std::vector<int64_t> values)
      : name(key), kind(Kind::kInts), integers(std::move(values)) {}
  Attribute(std::string_view key, std::vector<std::string> values)
      : name(key), kind(Kind::kTexts), texts(std::move(values)) {}

  std::string name;
  Kind kind;
  int64_t integer = 0;
  float real = 0;
  std::string text;
  std::vector<int64_t> integers;
  std::vector<std::string> texts;
};
using Attributes = std::vector<Attribute>;

// A constant: its type, its dims, and its elements in ONNX's form, dense and little-endian.
struct Constant {
  int type = 0;  // TensorProto::DataType
  std::vector<int64_t> dims;
  std::span<const std::byte> bytes;
};

// How large constants are stored. Digests suffice for a graph that is only compared with another one.
enum class Elements : uint8_t { kAll, kDigests };
inline constexpr size_t kLeastDigestedBytes = 4096;

class GraphWriter {
 public:
  explicit GraphWriter(::onnx::GraphProto& graph, Elements elements = Elements::kAll)
      : graph_(graph), elements_(elements), names_(std::make_shared<Names>()) {}
  // For a graph inside another one, whose names it sees.
  GraphWriter(::onnx::GraphProto& graph, const GraphWriter& around)
      : graph_(graph), elements_(around.elements_), names_(around.names_), around_(&around) {}

  // Returns an unused name: the wanted one, or that one with a number appended.
  Name Unique(std::string_view wanted);

  // Adds a node of ONNX's own operators and returns its results. Equal nodes are shared.
  std::vector<Name> AddMany(std::string_view op, const std::vector<Name>& inputs,
                            const Attributes& attributes, size_t results);
  Name Add(std::string_view op, const std::vector<Name>& inputs, const Attributes& attributes = {});

  // Adds a node without results. Attributes and then results are added to it. A result that Call() gives no
  // name has a short one: the file repeats names for each reader, and tensor names may be long.
  ::onnx::NodeProto& AddNode(std::string_view op, const std::vector<Name>& inputs);
  std::vector<Name> AddResults(::onnx::NodeProto& node, size_t results);

  // Adds a constant with that name, which must be unused.
  Name AddConstant(const Constant& constant, std::string_view name);
  // Returns a constant of that type and content, which is shared by all callers and inner graphs. The first
  // caller gives its name.
  Name Shared(const Constant& constant, std::string_view name);

  // Gives the result of a node its final name, which Unique() returned. A value that already has a final
  // name, or is no node's result, is copied.
  void Call(const Name& value, const Name& name);
  // HasName is true if Call() would copy the value. NameOf returns the name that it has.
  bool HasName(const Name& value) const { return !results_.contains(value); }
  Name NameOf(const Name& value) const;
  // True if a node of this graph computes a value with that name, which Call() has set.
  bool IsOwn(const Name& name) const { return own_.contains(name); }

  // Adds the type and dims of a value to the graph's value_info.
  void Describe(const Name& name, int type, const std::vector<int64_t>& dims);

  // Writes the names of Call() into all nodes, and names the nodes after their first results. Called last.
  void Finish();
  // Returns the graph that is written.
  ::onnx::GraphProto& graph() { return graph_; }

  size_t node_count() const;
  size_t CountOf(std::string_view op) const;

 private:
  struct Names {
    std::set<Name, std::less<>> taken;
    size_t results = 0;
  };

  bool IsDigested(const Constant& constant) const;
  // Returns the equal constant of this graph or of one around it; null if there is none.
  const ::onnx::TensorProto* FindSame(const Constant& constant, size_t begin) const;
  bool IsSame(const ::onnx::TensorProto& kept, const Constant& constant) const;

  ::onnx::GraphProto& graph_;
  Elements elements_;
  std::shared_ptr<Names> names_;  // names of all graphs
  const GraphWriter* around_ = nullptr;
  std::set<Name> results_;                                       // results of nodes, without a final name yet
  std::map<Name, Name> called_;                                  // final names by result
  std::set<Name> own_;                                           // the final names
  std::multimap<size_t, const ::onnx::TensorProto*> constants_;  // keyed by a digest of their first elements
  std::map<std::string, std::vector<Name>> nodes_;               // results of nodes, by content of the node
};

}  // namespace litevk::to_onnx
