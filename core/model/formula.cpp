#include "core/model/formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/model/layers.h"

namespace astrolabe::model {

namespace {

constexpr double kLargestWhole = 9.0e18;

/// An operand that does not fit: told at the key it was read from.
tl::unexpected<Error> unfit(const Value& value, Wanted wanted) {
  const std::string found = value.text() != nullptr ? '"' + value.shown() + '"' : value.shown();
  return tl::unexpected<Error>(
      Error{std::string(code::impossible_value), {}, value.key, found, std::move(wanted)});
}

tl::unexpected<Error> too_large(std::string_view operation) {
  return tl::unexpected<Error>(Error{std::string(code::impossible_value),
                                     {},
                                     {},
                                     fmt::format("a result of {} beyond 2^63", operation),
                                     {Wanted::Kind::text, {"sizes of a model"}}});
}

}  // namespace

Value::Value(BlockList blocks) : held(std::make_shared<const BlockList>(std::move(blocks))) {}

const Value::List* Value::list() const {
  const auto* found = std::get_if<std::shared_ptr<const List>>(&held);
  return found == nullptr ? nullptr : found->get();
}

const Json* Value::object() const {
  const auto* found = std::get_if<const Json*>(&held);
  return found == nullptr ? nullptr : *found;
}

const BlockList* Value::blocks() const {
  const auto* found = std::get_if<std::shared_ptr<const BlockList>>(&held);
  return found == nullptr ? nullptr : found->get();
}

double Value::real() const {
  if (const auto* number = whole()) return static_cast<double>(*number);
  const auto* number = std::get_if<double>(&held);
  return number == nullptr ? 0.0 : *number;
}

Value Value::of(const Json& json) {
  if (json.is_boolean()) return std::int64_t{json.get<bool>() ? 1 : 0};
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX))
    return Value(json.get<double>());
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) {
    const auto number = json.get<double>();
    if (number == std::floor(number) && std::fabs(number) < kLargestWhole)
      return static_cast<std::int64_t>(number);
    return Value(number);
  }
  if (json.is_string()) return json.get<std::string>();
  if (json.is_array()) {
    List list;
    list.reserve(json.size());
    for (const Json& item : json) list.push_back(of(item));
    return list;
  }
  Value value;
  if (json.is_object()) value.held = &json;
  return value;
}

bool Value::truth() const {
  if (const auto* number = whole()) return *number != 0;
  if (is_number()) return real() != 0.0;
  if (const auto* words = text()) return !words->empty();
  if (const List* items = list()) return !items->empty();
  if (const BlockList* parts = blocks()) return !parts->empty();
  return object() != nullptr && !object()->empty();
}

bool Value::equals(const Value& other) const {
  if (is_number() && other.is_number()) return real() == other.real();
  if (text() != nullptr && other.text() != nullptr) return *text() == *other.text();
  if (const List* a = list(), *b = other.list(); a != nullptr && b != nullptr)
    return std::equal(a->begin(), a->end(), b->begin(), b->end(),
                      [](const Value& x, const Value& y) { return x.equals(y); });
  return is_none() && other.is_none();
}

std::string Value::shown() const {
  if (const auto* number = whole()) return std::to_string(*number);
  if (is_number()) return fmt::format("{}", real());
  if (const auto* words = text()) return astrolabe::shown(Json(*words), 80);
  if (const List* items = list()) return fmt::format("a list of {}", items->size());
  if (object() != nullptr) return astrolabe::shown(*object(), 80);
  return blocks() != nullptr ? "blocks" : "null";
}

namespace {

std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
  return a / b - static_cast<std::int64_t>((a % b != 0) && ((a < 0) != (b < 0)));
}

Result<Value> whole_of(double value) {
  if (!std::isfinite(value) || std::fabs(value) > kLargestWhole) return too_large("int");
  return Value(static_cast<std::int64_t>(value));
}

Result<Value> repeat(const BlockList& blocks, std::int64_t times) {
  if (times < 0 || times > 100'000 || static_cast<std::int64_t>(blocks.size()) * times > 1'000'000)
    return too_large("repetition");
  BlockList all;
  for (std::int64_t i = 0; i < times; ++i) all.insert(all.end(), blocks.begin(), blocks.end());
  return Value(std::move(all));
}

Result<Value> arithmetic(const std::string& sign, const Value& a, const Value& b) {
  if (sign == "+" && a.text() != nullptr && b.text() != nullptr) return Value(*a.text() + *b.text());
  if (a.blocks() != nullptr || b.blocks() != nullptr) {
    const Value& blocks = a.blocks() != nullptr ? a : b;
    const Value& other = a.blocks() != nullptr ? b : a;
    if (sign == "*" && other.whole() != nullptr) return repeat(*blocks.blocks(), *other.whole());
    if (sign == "+" && other.whole() != nullptr && *other.whole() == 0) return blocks;
    if (sign == "+" && other.blocks() != nullptr) {
      BlockList all = *a.blocks();
      all.insert(all.end(), b.blocks()->begin(), b.blocks()->end());
      return Value(std::move(all));
    }
    return unfit(other, {Wanted::Kind::whole_number, {}});
  }
  for (const Value* operand : {&a, &b})
    if (!operand->is_number()) return unfit(*operand, {Wanted::Kind::whole_number, {}});
  const auto *x = a.whole(), *y = b.whole();
  if ((sign == "//" || sign == "%" || sign == "/") && b.real() == 0.0)
    return unfit(b, {Wanted::Kind::at_least, {"1"}});
  if (x == nullptr || y == nullptr || sign == "/") {
    const double p = a.real(), q = b.real();
    if (sign == "+") return Value(p + q);
    if (sign == "-") return Value(p - q);
    if (sign == "*") return Value(p * q);
    if (sign == "/") return Value(p / q);
    if (sign == "//") return Value(std::floor(p / q));
    if (sign == "%") return Value(p - q * std::floor(p / q));
    return Value(std::pow(p, q));
  }
  std::int64_t result = 0;
  if (sign == "//") return Value(floor_quotient(*x, *y));
  if (sign == "%") return Value(*x - floor_quotient(*x, *y) * *y);
  bool overflow = false;
  if (sign == "+")
    overflow = __builtin_add_overflow(*x, *y, &result);
  else if (sign == "-")
    overflow = __builtin_sub_overflow(*x, *y, &result);
  else if (sign == "*")
    overflow = __builtin_mul_overflow(*x, *y, &result);
  else
    return whole_of(std::pow(a.real(), b.real()));
  if (overflow) return too_large(sign);
  return Value(result);
}

Result<Value> compare(const std::string& sign, const Value& a, const Value& b) {
  if (sign == "==") return Value(std::int64_t{a.equals(b)});
  if (sign == "!=") return Value(std::int64_t{!a.equals(b)});
  if (sign == "in" || sign == "not in") {
    bool found = false;
    if (a.text() != nullptr && b.text() != nullptr)
      found = b.text()->find(*a.text()) != std::string::npos;
    else if (const auto* list = b.list())
      found = std::any_of(list->begin(), list->end(), [&](const Value& item) { return item.equals(a); });
    else if (!b.is_none() && b.text() == nullptr)
      return unfit(b, {Wanted::Kind::array, {}});
    return Value(std::int64_t{found == (sign == "in")});
  }
  for (const Value* operand : {&a, &b})
    if (!operand->is_number()) return unfit(*operand, {Wanted::Kind::number, {}});
  const double x = a.real(), y = b.real();
  return Value(std::int64_t{sign == "<" ? x < y : sign == ">" ? x > y : sign == "<=" ? x <= y : x >= y});
}

/// Index into a list or text of `size`, counted from the end when negative; -1 when outside.
std::int64_t place_in(std::int64_t index, std::size_t size) {
  const auto count = static_cast<std::int64_t>(size);
  if (index < 0) index += count;
  return index >= 0 && index < count ? index : -1;
}

Result<Value> item_of(const Value& from, const Value& index) {
  if (index.whole() == nullptr) return unfit(index, {Wanted::Kind::whole_number, {}});
  if (const auto* list = from.list()) {
    const std::int64_t at = place_in(*index.whole(), list->size());
    if (at >= 0) {
      Value item = (*list)[static_cast<std::size_t>(at)];
      if (item.key.empty()) item.key = from.key;
      return item;
    }
    return tl::unexpected<Error>(
        Error{std::string(code::impossible_value),
              {},
              from.key,
              fmt::format("{} entries", list->size()),
              {Wanted::Kind::text, {fmt::format("an entry {}, one for each layer", *index.whole())}}});
  }
  if (const auto* text = from.text()) {
    const std::int64_t at = place_in(*index.whole(), text->size());
    if (at >= 0) return Value(std::string(1, (*text)[static_cast<std::size_t>(at)]));
  }
  return unfit(from, {Wanted::Kind::array, {}});
}

Result<Value> slice_of(const Value& from, const Value& first, const Value& last) {
  const std::size_t size = from.list() != nullptr   ? from.list()->size()
                           : from.text() != nullptr ? from.text()->size()
                                                    : 0;
  const auto bound = [&](const Value& value, std::int64_t otherwise) {
    std::int64_t index = value.whole() == nullptr ? otherwise : *value.whole();
    if (index < 0) index += static_cast<std::int64_t>(size);
    return std::clamp<std::int64_t>(index, 0, static_cast<std::int64_t>(size));
  };
  const std::int64_t begin = bound(first, 0);
  const std::int64_t end = std::max(begin, bound(last, static_cast<std::int64_t>(size)));
  if (const auto* list = from.list()) return Value(Value::List(list->begin() + begin, list->begin() + end));
  if (const auto* text = from.text())
    return Value(text->substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
  return unfit(from, {Wanted::Kind::array, {}});
}

Result<Value> round_to(const Value& value, std::int64_t places) {
  const double scale = std::pow(10.0, static_cast<double>(std::clamp<std::int64_t>(places, 0, 9)));
  // Half to even, as Python does.
  const double scaled = std::nearbyint(value.real() * scale);
  if (places == 0) return whole_of(scaled);
  return Value(scaled / scale);
}

Result<Value> numeric(const std::string& name, const std::vector<Value>& a) {
  for (const Value& value : a)
    if (!value.is_number()) return unfit(value, {Wanted::Kind::number, {}});
  const auto pick = [&](bool most) {
    return *std::max_element(a.begin(), a.end(), [most](const Value& x, const Value& y) {
      return most ? x.real() < y.real() : x.real() > y.real();
    });
  };
  if (name == "min" || name == "max") return pick(name == "max");
  if (name == "int") return whole_of(std::trunc(a[0].real()));
  if (name == "ceil") return whole_of(std::ceil(a[0].real()));
  if (name == "floor") return whole_of(std::floor(a[0].real()));
  if (name == "abs") return a[0].real() < 0 ? arithmetic("-", Value(0), a[0]) : Result<Value>(a[0]);
  if (name == "sqrt") return Value(std::sqrt(a[0].real()));
  if (name == "round") return round_to(a[0], a.size() > 1 && a[1].whole() != nullptr ? *a[1].whole() : 0);
  if (name == "pow") return a.size() == 2 ? arithmetic("**", a[0], a[1]) : Result<Value>(a[0]);
  // up(a, m): the next multiple of m; cdiv(a, b): the quotient, rounded up.
  if (a.size() != 2 || a[0].whole() == nullptr || a[1].whole() == nullptr || *a[1].whole() <= 0 ||
      *a[0].whole() > INT64_MAX / 2)
    return unfit(a.back(), {Wanted::Kind::whole_number, {}});
  const std::int64_t quotient = floor_quotient(*a[0].whole() + *a[1].whole() - 1, *a[1].whole());
  return name == "up" ? arithmetic("*", Value(quotient), a[1]) : Result<Value>(Value(quotient));
}

/// Functions of the language. Nothing when it has none of that name.
std::optional<Result<Value>> built_in(const std::string& name, const std::vector<Value>& a) {
  if (a.empty()) return {};
  for (const char* known :
       {"min", "max", "int", "ceil", "floor", "abs", "sqrt", "round", "pow", "up", "cdiv"})
    if (name == known) return numeric(name, a);
  const Value& from = a[0];
  if (name == "len") {
    if (from.list() != nullptr) return Value(static_cast<std::int64_t>(from.list()->size()));
    if (from.text() != nullptr) return Value(static_cast<std::int64_t>(from.text()->size()));
    if (from.object() != nullptr) return Value(static_cast<std::int64_t>(from.object()->size()));
    return unfit(from, {Wanted::Kind::array, {}});
  }
  if (name == "isint") return Value(std::int64_t{from.whole() != nullptr});
  if (name == "str") return Value(from.shown());
  if (name == "short") return Value(short_kind(from.text() != nullptr ? *from.text() : from.shown()));
  // before(text, mark): up to the first mark; without(text, letter): the text without that letter.
  if ((name == "before" || name == "without") && a.size() == 2) {
    if (from.text() == nullptr) return unfit(from, {Wanted::Kind::string, {}});
    if (a[1].text() == nullptr || a[1].text()->empty()) return unfit(a[1], {Wanted::Kind::string, {}});
    std::string text = *from.text();
    if (name == "before")
      text.resize(std::min(text.find(*a[1].text()), text.size()));
    else
      std::erase(text, a[1].text()->front());
    Value left(std::move(text));
    left.key = from.key;
    return left;
  }
  // even(a, b): the quotient, which is whole; upto(a, b): a, from 1 to b.
  if ((name == "even" || name == "upto") && a.size() == 2) {
    for (const Value& value : a)
      if (value.whole() == nullptr) return unfit(value, {Wanted::Kind::whole_number, {}});
    const std::int64_t x = *a[0].whole(), y = *a[1].whole();
    if (name == "upto")
      return x >= 1 && x <= y ? Result<Value>(from)
                              : unfit(from, {Wanted::Kind::between, {"1", std::to_string(y)}});
    return y > 0 && x % y == 0 ? Result<Value>(Value(x / y))
                               : unfit(a[1], {Wanted::Kind::divisor_of, {from.key, std::to_string(x)}});
  }
  // ints("4,5"): the numbers of a text; a list stays what it is.
  if (name == "ints" && a.size() == 1) {
    if (from.text() == nullptr) return from;
    Value::List numbers;
    for (const std::string& part : split(*from.text(), ',')) {
      if (trim(part).empty()) continue;
      const auto number = parse_whole(trim(part));
      if (!number) return unfit(from, {Wanted::Kind::text, {"whole numbers with commas between"}});
      numbers.emplace_back(*number);
    }
    Value list(std::move(numbers));
    list.key = from.key;
    return list;
  }
  if (name == "at" && a.size() >= 2) {
    const std::size_t size = from.list() != nullptr ? from.list()->size() : 0;
    if (a.size() > 2 && a[1].whole() != nullptr && place_in(*a[1].whole(), size) < 0) return a[2];
    return item_of(from, a[1]);
  }
  if (name == "get" && a.size() >= 2 && a[1].text() != nullptr) {
    const Value otherwise = a.size() > 2 ? a[2] : Value();
    if (from.object() == nullptr) return otherwise;
    const auto member = from.object()->find(*a[1].text());
    if (member == from.object()->end() || member->is_null()) return otherwise;
    Value value = Value::of(*member);
    value.key = from.key.empty() ? *a[1].text() : from.key + "." + *a[1].text();
    return value;
  }
  if (name == "count" && a.size() == 2) {
    if (from.list() == nullptr) return unfit(from, {Wanted::Kind::array, {}});
    return Value(static_cast<std::int64_t>(std::count_if(
        from.list()->begin(), from.list()->end(), [&](const Value& item) { return item.equals(a[1]); })));
  }
  return {};
}

class Evaluation {
 public:
  Evaluation(const Formula& formula, FormulaScope& scope) : m_formula(formula), m_scope(scope) {}

  Result<Value> value(int index) {
    using Kind = Formula::Node::Kind;
    const Formula::Node& node = m_formula.node(index);
    if (node.kind == Kind::constant) return node.constant;
    if (node.kind == Kind::name) return m_scope.variable(node.text);
    if (node.kind == Kind::conditional) {
      const auto condition = value(node.children[0]);
      return !condition ? condition : value(node.children[condition->truth() ? 1 : 2]);
    }
    if (node.kind == Kind::logic) {
      const auto left = value(node.children[0]);
      return !left || left->truth() == (node.text == "or") ? left : value(node.children[1]);
    }
    std::vector<Value> a;
    for (const int child : node.children) {
      auto operand = value(child);
      if (!operand) return operand;
      a.push_back(std::move(*operand));
    }
    switch (node.kind) {
      case Kind::unary:
        return node.text == "not" ? Value(std::int64_t{!a[0].truth()}) : arithmetic("-", Value(0), a[0]);
      case Kind::binary:
        return arithmetic(node.text, a[0], a[1]);
      case Kind::compare:
        return compare(node.text, a[0], a[1]);
      case Kind::index:
        return item_of(a[0], a[1]);
      case Kind::slice:
        return slice_of(a[0], a[1], a[2]);
      case Kind::list:
        return Value(std::move(a));
      default:
        return called(node, std::move(a));
    }
  }

 private:
  Result<Value> called(const Formula::Node& node, std::vector<Value> positional) {
    if (node.named.empty())
      if (auto result = built_in(node.text, positional)) return std::move(*result);
    Arguments arguments{std::move(positional), {}};
    for (const auto& [name, child] : node.named) {
      auto argument = value(child);
      if (!argument) return argument;
      arguments.named.emplace_back(name, std::move(*argument));
    }
    return m_scope.call(node.text, arguments);
  }

  const Formula& m_formula;
  FormulaScope& m_scope;
};

}  // namespace

std::string short_kind(const std::string& name) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kShort{
      {{"full_attention", "full"},
       {"attention", "full"},
       {"global", "full"},
       {"sliding_attention", "sliding"},
       {"chunked_attention", "chunked"},
       {"linear_attention", "linear"},
       {"compressed_sparse_attention", "csa"},
       {"heavily_compressed_attention", "hca"},
       {"deepseek_sparse_attention", "dsa"}}};
  for (const auto& [whole, brief] : kShort)
    if (name == whole) return std::string(brief);
  return name;
}

Result<Value> evaluate(const Formula& formula, FormulaScope& scope) {
  return Evaluation(formula, scope).value(formula.root());
}

}  // namespace astrolabe::model
