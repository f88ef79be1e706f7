#pragma once
// The small language in which the family files say what follows from what: whole numbers, texts, lists, and
// blocks of layers. An expression language without loops and without assignment; names are looked up when
// they are met.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace astrolabe::model {

struct Block;
using BlockList = std::vector<Block>;

/// What a formula yields. `key` is the key of the configuration it was read from, empty when it was computed.
struct Value {
  using List = std::vector<Value>;
  std::variant<std::monostate, std::int64_t, double, std::string, std::shared_ptr<const List>, const Json*,
               std::shared_ptr<const BlockList>>
      held;
  std::string key;

  Value() = default;
  Value(int number) : held(std::int64_t{number}) {}
  Value(std::int64_t number) : held(number) {}
  Value(std::string text) : held(std::move(text)) {}
  Value(List list) : held(std::make_shared<const List>(std::move(list))) {}
  explicit Value(double number) : held(number) {}
  explicit Value(BlockList blocks);
  /// Numbers that are whole become whole numbers, true and false 1 and 0, arrays lists; an object is pointed
  /// at and must live on.
  static Value of(const Json& json);

  bool is_none() const { return held.index() == 0; }
  bool is_number() const { return held.index() == 1 || held.index() == 2; }
  const std::int64_t* whole() const { return std::get_if<std::int64_t>(&held); }
  const std::string* text() const { return std::get_if<std::string>(&held); }
  const List* list() const;
  const Json* object() const;
  const BlockList* blocks() const;
  double real() const;
  /// As in Python: none, 0, "" and empty lists are false.
  bool truth() const;
  bool equals(const Value& other) const;
  /// For messages.
  std::string shown() const;
};

/// One formula, parsed. Formulas are part of this program, so that parse errors are mistakes of a family
/// file.
class Formula {
 public:
  struct Node {
    enum class Kind {
      constant,
      name,
      unary,
      binary,
      logic,
      compare,
      conditional,
      index,
      slice,
      list,
      call
    } kind = Kind::constant;
    std::string text;  ///< operator, name, or function
    Value constant;
    std::vector<int> children;
    std::vector<std::pair<std::string, int>> named;  ///< keyword arguments of a call
  };

  static Result<Formula> parse(std::string_view text);
  const Node& node(int index) const { return m_nodes[static_cast<std::size_t>(index)]; }
  int root() const { return m_root; }

 private:
  friend class FormulaParser;
  std::vector<Node> m_nodes;
  int m_root = 0;
};

/// Arguments of a call, already evaluated.
struct Arguments {
  std::vector<Value> positional;
  std::vector<std::pair<std::string, Value>> named;
};

/// Where names and functions of a formula come from.
class FormulaScope {
 public:
  virtual ~FormulaScope() = default;
  virtual Result<Value> variable(const std::string& name) = 0;
  /// A function that the language itself does not know.
  virtual Result<Value> call(const std::string& name, const Arguments& arguments) = 0;
};

/// Of a name or a number: a letter, a digit or "_".
bool is_word_character(char c);

/// Names of layer kinds as the files spell them ("sliding_attention"), in short ("sliding").
std::string short_kind(const std::string& name);

Result<Value> evaluate(const Formula& formula, FormulaScope& scope);

}  // namespace astrolabe::model
