#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/interpreter/random_node.h"
#include "runtime/interpreter/subgraph_call.h"
#include "runtime/ir/import_tensor.h"
#include "runtime/model/tensor_data.h"

namespace litevk {
namespace {

struct MultinomialOp {
  static constexpr const OpInfo& kInfo = kOpInfo_multinomial;
  using Params = abi::TfLiteRandomParams;
  using State = RandomNode;
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node);
};

// Returns the running totals of the classes' weights, e^logit; nonfinite logits weigh 0. The largest logit is
// subtracted, so that no weight overflows.
std::vector<double> RunningTotals(std::span<const float> logits) {
  float greatest = std::numeric_limits<float>::lowest();
  for (const float logit : logits) {
    if (std::isfinite(logit)) greatest = std::max(greatest, logit);
  }
  std::vector<double> totals;
  double total = 0.0;
  for (const float logit : logits) {
    if (std::isfinite(logit)) total += std::exp(static_cast<double>(logit) - static_cast<double>(greatest));
    totals.push_back(total);
  }
  return totals;
}

// Generates uniform random numbers from two words each.
class Doubles {
 public:
  explicit Doubles(const Philox& generator) : generator_(generator) {}

  double Next() {
    if (next_ == words_.size()) {
      words_ = generator_.Next();
      next_ = 0;
    }
    const double value = UniformDouble(words_[next_], words_[next_ + 1]);
    next_ += 2;
    return value;
  }

 private:
  Philox generator_;
  PhiloxNumbers words_ = {};
  size_t next_ = words_.size();
};

// Shapes: logits {batch, classes}, samples {batch, count}.
struct Drawing {
  std::span<const float> logits;
  size_t batch;
  size_t classes;
  size_t count;
};

template <typename T>
void Draw(const Drawing& drawing, Philox& generator, T* samples) {
  Doubles numbers(generator);
  // Skips more words than a run can use, so that the next run's words are new.
  constexpr uint64_t kSkipped = 512;
  generator.Skip(drawing.batch * ((drawing.count + 3) / 4 * 4) * kSkipped);
  for (size_t row = 0; row < drawing.batch; ++row) {
    const std::vector<double> totals =
        RunningTotals(drawing.logits.subspan(row * drawing.classes, drawing.classes));
    for (size_t index = 0; index < drawing.count; ++index) {
      const auto found = std::ranges::upper_bound(totals, numbers.Next() * totals.back());
      *samples++ = static_cast<T>(found - totals.begin());
    }
  }
}

Status CheckNode(Subgraph& subgraph, const abi::TfLiteNode& node) {
  const std::span<const int> inputs = Values(node.inputs);
  const std::span<const int> outputs = Values(node.outputs);
  if (inputs.size() != 2 || outputs.size() != 1 || inputs[0] < 0 || inputs[1] < 0 || outputs[0] < 0) {
    return InvalidArgument("expected two inputs and one output");
  }
  if (subgraph.tensor(inputs[0]).type != abi::kTfLiteFloat32)
    return Unsupported("the logits are not float32");
  if (subgraph.tensor(inputs[1]).type != abi::kTfLiteInt32) {
    return InvalidArgument("the number of samples is not int32");
  }
  const abi::TfLiteType type = subgraph.tensor(outputs[0]).type;
  if (type != abi::kTfLiteInt32 && type != abi::kTfLiteInt64) {
    return Unsupported("the output is neither int32 nor int64");
  }
  const ir::Shape logits = ImportShape(subgraph.tensor(inputs[0]));
  if (logits.rank() != 2 || logits[1] == 0) {
    return InvalidArgument("the logits have dims " + logits.ToString() +
                           ", expected 2 dims and one class or more");
  }
  if (ImportShape(subgraph.tensor(inputs[1])).rank() == 0) return {};
  return InvalidArgument("the number of samples is no scalar");
}

// Returns the dims of the output, from run-time or constant values.
Result<ir::Shape> OutputDims(Subgraph& subgraph, const abi::TfLiteNode& node) {
  const std::span<const int> inputs = Values(node.inputs);
  const int samples = *static_cast<const int32_t*>(subgraph.tensor(inputs[1]).data.data);
  if (samples >= 0) return ir::Shape{ImportShape(subgraph.tensor(inputs[0]))[0], samples};
  return InvalidArgument("the number of samples is " + std::to_string(samples) + ", expected 0 or more");
}

Status Resize(Subgraph& subgraph, const abi::TfLiteNode& node) {
  LITEVK_ASSIGN_OR_RETURN(const ir::Shape dims, OutputDims(subgraph, node));
  if (ResizeOutputs(subgraph, Values(node.outputs), {&dims, 1}) == abi::kTfLiteOk) return {};
  return Internal("the output cannot be resized to " + dims.ToString());
}

Status PrepareNode(Subgraph& subgraph, const abi::TfLiteNode& node) {
  LITEVK_RETURN_IF_ERROR(CheckNode(subgraph, node));
  static_cast<RandomNode*>(node.user_data)->Seed();
  const auto is_constant = [&](int id) { return IsConstant(subgraph.tensor(id)); };
  if (std::ranges::all_of(Values(node.inputs), is_constant)) return Resize(subgraph, node);
  MakeDynamic(subgraph, Values(node.outputs));
  return {};
}

Status InvokeNode(Subgraph& subgraph, const abi::TfLiteNode& node) {
  const int id = Values(node.outputs)[0];
  if (subgraph.tensor(id).allocation_type == abi::kTfLiteDynamic) {
    LITEVK_RETURN_IF_ERROR(Resize(subgraph, node));
  }
  const abi::TfLiteTensor& logits = subgraph.tensor(Values(node.inputs)[0]);
  const abi::TfLiteTensor& output = subgraph.tensor(id);
  const ir::Shape dims = ImportShape(output);
  const Drawing drawing = {{logits.data.f, logits.bytes / sizeof(float)},
                           static_cast<size_t>(dims[0]),
                           static_cast<size_t>(ImportShape(logits)[1]),
                           static_cast<size_t>(dims[1])};
  Philox& generator = static_cast<RandomNode*>(node.user_data)->generator();
  if (output.type == abi::kTfLiteInt64) {
    Draw(drawing, generator, static_cast<int64_t*>(output.data.data));
  } else {
    Draw(drawing, generator, static_cast<int32_t*>(output.data.data));
  }
  return {};
}

abi::TfLiteStatus MultinomialOp::Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  const Status status = PrepareNode(SubgraphOf(context), node);
  return status.ok() ? abi::kTfLiteOk : Fail<MultinomialOp>(context, status.message());
}

abi::TfLiteStatus MultinomialOp::Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  const Status status = InvokeNode(SubgraphOf(context), node);
  return status.ok() ? abi::kTfLiteOk : Fail<MultinomialOp>(context, status.message());
}

}  // namespace

abi::TfLiteRegistration MakeRegistration_multinomial() { return RegistrationOf<MultinomialOp>(); }

}  // namespace litevk
