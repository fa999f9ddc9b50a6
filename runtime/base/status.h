// Error values. The project throws no exceptions of its own: a function that can fail returns a
// Status, or a Result<T> when it also has a value. The message says the thing, what was expected and
// what was found, in lower case without a full stop: "conv_2d node 4: filter has 3 dims, expected 4".
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>

namespace litevk {

enum class StatusCode {
  kOk,
  kInvalidArgument,    // an option, or a model that breaks the format's rules
  kUnsupported,        // well-formed, but not supported by this project
  kNeedsValues,        // a shape depends on values that only a run computes
  kUnavailable,        // no loader, no driver, no device, or a missing feature
  kResourceExhausted,  // host or device memory
  kDeviceLost,         // the driver reports that the device is lost
  kInternal,           // any other failed driver call
  kCancelled,          // the caller stopped the run
  kDelegateFailed,     // the interpreter runs without delegates
};

class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(StatusCode code, std::string message) : code_(code), message_(std::move(message)) {}

  bool ok() const { return code_ == StatusCode::kOk; }
  StatusCode code() const { return code_; }
  const std::string& message() const { return message_; }

 private:
  StatusCode code_ = StatusCode::kOk;
  std::string message_;
};

inline Status InvalidArgument(std::string message) {
  return {StatusCode::kInvalidArgument, std::move(message)};
}
inline Status Unsupported(std::string message) { return {StatusCode::kUnsupported, std::move(message)}; }
inline Status NeedsValues(std::string message) { return {StatusCode::kNeedsValues, std::move(message)}; }
inline Status Unavailable(std::string message) { return {StatusCode::kUnavailable, std::move(message)}; }
inline Status Internal(std::string message) { return {StatusCode::kInternal, std::move(message)}; }

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Status status) : status_(std::move(status)) { assert(!status_.ok()); }

  bool ok() const { return value_.has_value(); }
  const Status& status() const { return status_; }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }

 private:
  Status status_;
  std::optional<T> value_;
};

}  // namespace litevk

#define LITEVK_CONCAT_INNER(a, b) a##b
#define LITEVK_CONCAT(a, b) LITEVK_CONCAT_INNER(a, b)

#define LITEVK_RETURN_IF_ERROR(expression)                                                        \
  do {                                                                                            \
    if (::litevk::Status litevk_status = (expression); !litevk_status.ok()) return litevk_status; \
  } while (false)

// LITEVK_ASSIGN_OR_RETURN(auto buffer, CreateBuffer(...));
#define LITEVK_ASSIGN_OR_RETURN(declaration, expression) \
  LITEVK_ASSIGN_OR_RETURN_IMPL(LITEVK_CONCAT(litevk_result_, __LINE__), declaration, expression)
// NOLINTBEGIN(bugprone-macro-parentheses): names and a declaration cannot stand in parentheses.
#define LITEVK_ASSIGN_OR_RETURN_IMPL(result, declaration, expression) \
  auto result = (expression);                                         \
  if (!result.ok()) return result.status();                           \
  declaration = std::move(*result)
// NOLINTEND(bugprone-macro-parentheses)
