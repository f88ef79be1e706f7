#pragma once
// The family files (resources/models/families): which key says what, defaults of the class, pattern of
// layers.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/architecture.h"
#include "core/model/formula.h"
#include "core/model/layers.h"
#include "core/model/model_reader.h"

namespace astrolabe::model {

inline constexpr std::int64_t kLargestWidth = 2'147'483'647;

/// A family file with all that it inherits, null when `name` is no family.
Json family_entry(std::string_view name);
/// The family that answers to `type` (a model_type or a class of diffusers); empty when none does.
std::string family_of_type(std::string_view type);
/// The family that answers to `type` reads `key`.
bool family_reads(std::string_view type, std::string_view key);
/// What a family's `set` says of one variable.
struct Binding {
  std::vector<std::string> keys;  ///< looked for in turn
  std::string formula;            ///< where none of them is there; empty where one must be
};
Binding read_binding(std::string_view text);
/// All families by name, for messages and tests.
const std::vector<std::string>& family_names();

/// An object of the configuration and where its keys stand in the file, as messages tell it ("text_config.").
struct ConfigLevel {
  const Json* object = nullptr;
  std::string place;
};

/// Values of one part of a configuration as its family file names them.
class FamilyScope final : public FormulaScope {
 public:
  /// `levels`: objects that are looked through in turn; they and `entry` live as long as the scope.
  FamilyScope(const Json& entry, std::vector<ConfigLevel> levels, const EnteredValues& entered);

  /// A default of the class below those of the file, or, when `over`, above the configuration itself.
  void set_default(const std::string& key, const Json& value);
  void override_key(const std::string& key, const Json& value);
  /// Names "T_x" stand for `x` of `other`; without one they are 0.
  void set_other(char letter, FamilyScope* other) { m_others[letter] = other; }

  Result<Value> variable(const std::string& name) override;
  Result<Value> call(const std::string& name, const Arguments& arguments) override;
  bool has(const std::string& name) const;
  /// The first size that the default of the class gave where the file states others.
  std::optional<Error> left_open();
  /// The file, or who entered it, says what `name` is, be it null.
  bool stated(const std::string& name);
  /// Some formula asked for the value of `name`.
  bool was_read(const std::string& name) const { return m_values.contains(name); }
  Result<Value> evaluate_text(const std::string& formula);
  /// The value of `name` as a whole number; 0 when it has none.
  Result<std::int64_t> whole(const std::string& name);

  /// Layer `index` from here on: what `formulas` name by layer is evaluated anew.
  void begin_layer(std::int64_t index);
  void set_by_layer(const Json& formulas);
  /// Values by layer in one text, so that alike layers share their blocks. `index_matters`: some formula asks
  /// for the number of the layer.
  Result<std::string> layer_key(bool index_matters);

  /// What was read, the sizes that most models have first.
  std::vector<Field> fields() const;
  const std::set<std::string>& keys_read() const { return m_read; }

 private:
  struct Found {
    const Json* value = nullptr;
    bool null = false;
    std::string key;  ///< with its place
  };
  Result<Value> bound(const std::string& name, const Binding& binding);
  Found find(const std::string& path);
  bool is_picked(const Value& value);
  void note(const std::string& name, const Value& value, Mark mark, std::string from);
  Error missing(const std::string& key) const;
  std::optional<Error> contradicted(const std::string& name, const Binding& binding, const std::string& key,
                                    const Value& value);
  std::optional<Error> not_a_flag(const Binding& binding, const Value& value) const;
  std::string in_words(const std::string& formula) const;

  const Json& m_entry;
  std::vector<ConfigLevel> m_levels;
  const EnteredValues& m_entered;
  Json m_defaults = Json::object(), m_overrides = Json::object();
  std::map<std::string, Binding> m_bindings;
  std::map<std::string, std::string> m_by_layer;
  std::map<std::string, Value> m_values, m_layer_values;
  std::set<std::string> m_busy, m_read;
  std::map<std::string, Formula, std::less<>> m_formulas;
  std::map<char, FamilyScope*> m_others;
  std::vector<Field> m_fields;
  std::int64_t m_layer = 0;
};

}  // namespace astrolabe::model
