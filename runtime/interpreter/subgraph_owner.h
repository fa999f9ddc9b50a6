// The part of an interpreter that its subgraphs use, and the kernels that run in them.
#pragma once

#include <string_view>

#include "runtime/interpreter/interpreter_options.h"
#include "runtime/model/model.h"

namespace litevk {

class Profile;        // profile.h
class ResourceTable;  // resources.h
class Subgraph;       // subgraph.h

class SubgraphOwner {
 public:
  virtual ~SubgraphOwner() = default;
  // All subgraphs of the model, of which one may call another.
  virtual int subgraph_count() const = 0;
  virtual Subgraph& subgraph(int index) = 0;
  virtual const Model& model() const = 0;
  virtual const InterpreterOptions& options() const = 0;
  // True if the running Invoke is to end with an error at the next node.
  virtual bool is_cancelled() const = 0;
  virtual ResourceTable& resources() = 0;
  virtual Profile& profile() = 0;
  virtual void ReportError(std::string_view message) = 0;
  // Returns the slot of a TfLiteExternalContextType; null for a type that TFLite does not have.
  virtual void** external_context(int type) = 0;
};

}  // namespace litevk
