#include "core/hardware/price_import.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>

#include "core/base/csv.h"
#include "core/base/date.h"
#include "core/base/error_codes.h"
#include "core/base/quoting.h"
#include "core/base/text.h"

namespace astrolabe::hardware {

namespace {

/// Names that a header may use for a role, as name_key() writes them; the first is the role's own.
struct Role {
  std::string PriceColumns::*column;
  std::array<const char*, 4> names;
};
constexpr std::array<Role, 9> kRoles{
    {{&PriceColumns::gpu, {"gpu", "gpuid", "gputype", "gpuname"}},
     {&PriceColumns::node, {"node", "nodeid", "instance", "instancetype"}},
     {&PriceColumns::usd_per_hour, {"usdperhour", "usdperh", "pricepernode", "ondemandusdperhour"}},
     {&PriceColumns::usd_per_gpu_hour, {"usdpergpuhour", "usdpergpuh", "pricepergpu", "usdpergpu"}},
     {&PriceColumns::source, {"source", "seller", "provider", "sellerorsource"}},
     {&PriceColumns::date, {"date", "sourcedate", "asof", "pricedate"}},
     {&PriceColumns::currency, {"currency", "currencycode", "ccy", "pricecurrency"}},
     {&PriceColumns::usd_per_unit, {"usdperunit", "exchangerate", "fxrate", "rate"}},
     {&PriceColumns::rate_date, {"ratedate", "exchangeratedate", "fxdate", "dateofrate"}}}};
/// What a price's header says behind its currency: "eur_per_hour", "price_per_gpu_hour".
constexpr std::array<const char*, 2> kOfNode{"perhour", "perh"};
constexpr std::array<const char*, 3> kOfGpu{"pergpuhour", "pergpuh", "pergpu"};
constexpr const char* kDollar = "USD";

/// Two prices of one row may differ by this share: tables are printed rounded.
constexpr double kRounding = 0.01;

/// The currency that the header of a price names; empty when it names none. Prices in USD say so.
template <class Ends>
std::optional<std::string> currency_before(const std::string& header, const Ends& ends) {
  const std::string key = name_key(header);
  for (const std::string_view end : ends) {
    if (!key.ends_with(end)) continue;
    std::string start = key.substr(0, key.size() - end.size());
    if (start == "price") return std::string();
    if (start.size() != 3) continue;
    std::transform(start.begin(), start.end(), start.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return start;
  }
  return std::nullopt;
}

std::optional<std::string> currency_in(const std::string& header) {
  const auto node = currency_before(header, kOfNode);
  return node ? node : currency_before(header, kOfGpu);
}

/// ISO 4217 codes are three capital letters.
bool is_currency(std::string_view code) {
  return code.size() == 3 &&
         std::all_of(code.begin(), code.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

char separator_of(std::string_view text) {
  const std::string_view header = text.substr(0, text.find('\n'));
  for (const char candidate : {';', '\t'})
    if (header.find(candidate) != std::string_view::npos) return candidate;
  return ',';
}

/// A price as written, or nothing. With a decimal comma a dot may only group thousands.
std::optional<double> parse_price(std::string_view cell, bool decimal_comma) {
  if (!decimal_comma) return parse_number(cell);
  std::string plain;
  const std::size_t comma = std::min(cell.find(','), cell.size());
  for (std::size_t i = 0; i < cell.size(); ++i) {
    if (cell[i] == ',') {
      if (i != comma) return std::nullopt;
      plain.push_back('.');
    } else if (cell[i] == '.') {
      if (i > comma || i == 0 || (comma - i) % 4 != 0) return std::nullopt;
    } else {
      plain.push_back(cell[i]);
    }
  }
  return parse_number(plain);
}

/// By id, or by the name that the catalogue shows for it ("H100 SXM5 80GB"), without case, blanks and
/// punctuation. A name that several types share names none of them.
template <class Type, class Find>
const Type* find_named(const std::vector<Type>& all, std::string_view name, const Find& by_id) {
  if (const Type* found = by_id(name)) return found;
  const std::string key = name_key(name);
  const Type* named = nullptr;
  for (const Type& type : all) {
    if (name_key(type.name) != key) continue;
    if (named != nullptr) return nullptr;
    named = &type;
  }
  return named;
}
const Gpu* find_gpu_named(const Catalogue& catalogue, std::string_view name) {
  return find_named(catalogue.gpus(), name, [&](std::string_view id) { return catalogue.find_gpu(id); });
}
const NodeType* find_node_named(const Catalogue& catalogue, std::string_view name) {
  return find_named(catalogue.nodes(), name, [&](std::string_view id) { return catalogue.find_node(id); });
}

/// One table while it is read.
class Import {
 public:
  Import(const Catalogue& catalogue, const PriceImportOptions& options)
      : m_catalogue(catalogue), m_options(options) {}

  Result<PriceImport> run(std::string_view text) {
    const char separator = m_options.separator != '\0' ? m_options.separator : separator_of(text);
    std::vector<int> lines;
    const CsvTable rows = read_csv(text, separator, &lines);
    if (rows.empty())
      return fail(code::missing_key, "row 1", "nothing",
                  {Wanted::Kind::text, {"a header with the names of the columns"}});
    m_header = rows[0];
    for (std::string& name : m_header) name = std::string(trim(name));
    if (m_options.columns == PriceColumns{}) m_options.columns = guess_price_columns(m_header);
    if (auto result = find_columns(); !result) return tl::unexpected<Error>(std::move(result.error()));
    for (std::size_t r = 1; r < rows.size(); ++r) {
      m_row = &rows[r];
      m_line = lines[r];
      if (m_options.skipped.contains(m_line))
        ++m_import.skipped;
      else
        read_row();
    }
    return std::move(m_import);
  }

 private:
  struct Target {
    const NodeType* node = nullptr;
    const Gpu* gpu = nullptr;
    const std::string& id() const { return node != nullptr ? node->id : gpu->id; }
  };

  Result<void> find_columns() {
    for (const Role& role : kRoles) {
      const std::string& name = m_options.columns.*role.column;
      if (name.empty()) continue;
      const auto found = std::find(m_header.begin(), m_header.end(), name);
      if (found == m_header.end())
        return fail(code::unknown_key, "row 1", name, {Wanted::Kind::one_of, m_header});
      m_at[role.names[0]] = static_cast<std::size_t>(found - m_header.begin());
    }
    const auto need = [&](std::initializer_list<const char*> roles, const char* key) -> Result<void> {
      for (const char* role : roles)
        if (m_at.contains(role)) return {};
      return fail(code::missing_key, "row 1", fmt::format("{}", fmt::join(m_header, ", ")),
                  {Wanted::Kind::field, {key}});
    };
    if (auto result = need({"gpu", "node"}, "gpu"); !result) return result;
    if (auto result = need({"usdperhour", "usdpergpuhour"}, "usd_per_gpu_hour"); !result) return result;
    if (auto result = need({"source"}, "source"); !result) return result;
    return need({"date"}, "date");
  }

  std::string cell(const char* role) const {
    const auto column = m_at.find(role);
    if (column == m_at.end() || column->second >= m_row->size()) return {};
    return one_line(trim((*m_row)[column->second]));
  }

  void mistake(const char* role, std::string found, Wanted wanted) {
    const auto column = m_at.find(role);
    const std::string name = column == m_at.end() ? std::string(role) : m_header[column->second];
    m_import.mistakes.push_back({std::string(code::bad_price_row),
                                 {},
                                 fmt::format("row {}, column {}", m_line, name),
                                 found.empty() ? "nothing" : std::move(found),
                                 std::move(wanted)});
  }

  void read_row() {
    if (m_row->size() > m_header.size()) {
      m_import.mistakes.push_back(
          {std::string(code::bad_price_row),
           {},
           fmt::format("row {}", m_line),
           fmt::format("{} cells", m_row->size()),
           {Wanted::Kind::text, {fmt::format("the {} cells of the header", m_header.size())}}});
      return;
    }
    const auto target = read_target();
    if (!target) return;
    std::optional<double> whole;
    std::optional<double> each;
    if (!read_price("usdperhour", whole) || !read_price("usdpergpuhour", each)) return;
    if (!whole && !each) {
      ++m_import.without_price;
      return;
    }
    Source source{cell("source"), cell("date"), true};
    if (source.text.empty())
      return mistake("source", "", {Wanted::Kind::text, {"where the price comes from"}});
    if (!is_date(source.date))
      return mistake("date", source.date, {Wanted::Kind::text, {"a date such as 2026-11-20"}});
    const int gpus = target->node != nullptr ? target->node->gpus : 1;
    if (gpus == 0)
      return mistake("node", target->node->id,
                     {Wanted::Kind::text, {"a node whose number of GPUs is known"}});
    auto converted = to_usd(whole, each);
    if (!converted) return;
    if (whole && each && std::fabs(*whole - *each * gpus) > kRounding * *whole)
      return mistake("usdpergpuhour", cell("usdpergpuhour"),
                     {Wanted::Kind::text,
                      {fmt::format("{} for each of {} GPUs, or one price only", *whole / gpus, gpus)}});
    const auto [first, is_new] = m_seen.emplace(target->id(), m_line);
    if (!is_new)
      return mistake(
          target->node != nullptr ? "node" : "gpu", target->id(),
          {Wanted::Kind::text, {fmt::format("one price for each: row {} has it too", first->second)}});
    ++m_import.taken;
    source.text += converted->empty() ? std::string() : fmt::format(" ({})", *converted);
    take(*target, {whole ? *whole : *each * gpus}, source);
  }

  std::optional<Target> read_target() {
    const std::string node_name = cell("node");
    const std::string gpu_name = cell("gpu");
    Target target;
    if (!gpu_name.empty()) {
      target.gpu = find_gpu_named(m_catalogue, gpu_name);
      if (target.gpu == nullptr) {
        mistake("gpu", gpu_name, {Wanted::Kind::one_of, m_catalogue.near_gpus(gpu_name)});
        return std::nullopt;
      }
    }
    if (!node_name.empty()) {
      target.node = find_node_named(m_catalogue, node_name);
      if (target.node == nullptr) {
        mistake("node", node_name, {Wanted::Kind::one_of, m_catalogue.near_nodes(node_name)});
        return std::nullopt;
      }
      if (target.gpu != nullptr && target.gpu->id != target.node->gpu_id) {
        mistake("gpu", gpu_name, {Wanted::Kind::one_of, {target.node->gpu_id}});
        return std::nullopt;
      }
    }
    if (target.gpu == nullptr && target.node == nullptr) {
      mistake(m_at.contains("node") ? "node" : "gpu", "",
              {Wanted::Kind::text, {"the id of a node or GPU type"}});
      return std::nullopt;
    }
    return target;
  }

  /// False after a mistake; an empty cell leaves `price` empty.
  bool read_price(const char* role, std::optional<double>& price) {
    const std::string text = cell(role);
    if (text.empty()) return true;
    price = parse_price(text, m_options.decimal_comma);
    if (!price) {
      mistake(role, text,
              {Wanted::Kind::text,
               {m_options.decimal_comma ? "a number with “,” decimals" : "a number with “.” decimals"}});
      return false;
    }
    if (*price <= 0.0) {
      mistake(role, text, {Wanted::Kind::positive_number, {}});
      return false;
    }
    return true;
  }

  /// The currency of a price in this row.
  std::string currency_of(const char* role) const {
    std::string stated = cell("currency");
    if (stated.empty()) {
      const auto column = m_at.find(role);
      if (column != m_at.end()) stated = currency_in(m_header[column->second]).value_or(std::string());
    }
    std::transform(stated.begin(), stated.end(), stated.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return stated.empty() ? kDollar : stated;
  }

  /// The rate of the row itself, else of the options; false after a mistake.
  bool find_rate(const std::string& currency, const char* role, ExchangeRate& rate) {
    const bool in_row = !cell("usdperunit").empty();
    if (in_row) {
      std::optional<double> value;
      if (!read_price("usdperunit", value)) return false;
      rate = {*value, cell("ratedate")};
      if (!is_date(rate.date)) {
        mistake("ratedate", rate.date, {Wanted::Kind::text, {"the date of the rate, such as 2026-11-20"}});
        return false;
      }
      return true;
    }
    m_import.currencies.insert(currency);
    const auto given = m_options.rates.find(currency);
    if (given != m_options.rates.end() && given->second.usd_per_unit > 0.0 && is_date(given->second.date)) {
      rate = given->second;
      return true;
    }
    mistake(
        cell("currency").empty() ? role : "currency", currency,
        {Wanted::Kind::text, {fmt::format("what 1 {} is worth in USD and the date of that rate", currency)}});
    m_import.mistakes.back().code = code::no_rate;
    return false;
  }

  /// Turns both prices into USD and says at which rate; nothing said for USD, no result after a mistake.
  std::optional<std::string> to_usd(std::optional<double>& whole, std::optional<double>& each) {
    const char* role = whole ? "usdperhour" : "usdpergpuhour";
    const std::string currency = currency_of(role);
    if (whole && each && currency_of("usdpergpuhour") != currency) {
      mistake("usdpergpuhour", currency_of("usdpergpuhour"), {Wanted::Kind::one_of, {currency}});
      return std::nullopt;
    }
    if (!is_currency(currency)) {
      mistake("currency", currency, {Wanted::Kind::text, {"a currency code such as EUR"}});
      return std::nullopt;
    }
    if (currency == kDollar) return std::string();
    ExchangeRate rate;
    if (!find_rate(currency, role, rate)) return std::nullopt;
    std::string said = fmt::format("{} {}, 1 {} = {} USD of {}", format_number(whole ? *whole : *each),
                                   currency, currency, format_number(rate.usd_per_unit), rate.date);
    for (std::optional<double>* price : {&whole, &each})
      if (*price) **price *= rate.usd_per_unit;
    return said;
  }

  void take(const Target& target, UsdPerHour price, const Source& source) {
    if (target.node == nullptr) {
      m_import.types.gpu_rents.push_back({target.gpu->id, price, source});
      return;
    }
    NodeType node = *target.node;
    node.prices.on_demand = price;
    // The row's source speaks for the price; what else is known keeps its own.
    if (!node.source.own && !node.source.text.empty())
      node.note = fmt::format("{}{}all but the price: {} ({})", node.note, node.note.empty() ? "" : "; ",
                              node.source.text, node.source.date);
    node.source = source;
    m_import.types.nodes.push_back(std::move(node));
  }

  const Catalogue& m_catalogue;
  PriceImportOptions m_options;
  PriceImport m_import;
  std::vector<std::string> m_header;
  std::map<std::string, std::size_t, std::less<>> m_at;  ///< column of each role, by the role's own name
  std::map<std::string, int> m_seen;                     ///< line of each id that has a price
  const std::vector<std::string>* m_row = nullptr;
  int m_line = 0;
};

}  // namespace

PriceColumns guess_price_columns(const std::vector<std::string>& header) {
  PriceColumns columns;
  for (const Role& role : kRoles)
    for (const char* name : role.names)
      for (const std::string& cell : header)
        if ((columns.*role.column).empty() && name_key(cell) == name)
          columns.*role.column = std::string(trim(cell));
  for (const std::string& cell : header) {  // prices in another currency than the role's own
    if (columns.usd_per_hour.empty() && currency_before(cell, kOfNode))
      columns.usd_per_hour = std::string(trim(cell));
    if (columns.usd_per_gpu_hour.empty() && currency_before(cell, kOfGpu))
      columns.usd_per_gpu_hour = std::string(trim(cell));
  }
  return columns;
}

std::vector<std::string> price_header(std::string_view text, char separator) {
  const std::string_view first = text.substr(0, text.find('\n'));
  const CsvTable rows = read_csv(first, separator != '\0' ? separator : separator_of(text));
  return rows.empty() ? std::vector<std::string>{} : rows[0];
}

Result<PriceImport> import_prices(std::string_view text, const Catalogue& catalogue,
                                  const PriceImportOptions& options) {
  return Import(catalogue, options).run(text);
}

OwnTypes lay_over(OwnTypes base, const OwnTypes& added) {
  const auto merge = [](auto& list, const auto& more, const auto& id) {
    for (const auto& type : more) {
      const std::string key = name_key(id(type));
      const auto same = std::find_if(list.begin(), list.end(),
                                     [&](const auto& other) { return name_key(id(other)) == key; });
      if (same == list.end())
        list.push_back(type);
      else
        *same = type;
    }
  };
  merge(base.gpus, added.gpus, [](const Gpu& gpu) { return gpu.id; });
  merge(base.nodes, added.nodes, [](const NodeType& node) { return node.id; });
  merge(base.gpu_rents, added.gpu_rents, [](const GpuRent& rent) { return rent.gpu_id; });
  merge(base.gpu_prices, added.gpu_prices, [](const GpuPrice& price) { return price.gpu_id; });
  return base;
}

}  // namespace astrolabe::hardware
