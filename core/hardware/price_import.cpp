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
#include "core/hardware/price_book.h"
#include "core/hardware/price_columns.h"

namespace astrolabe::hardware {

namespace {

constexpr const char* kDollar = "USD";

/// The prices that a row may hold: the columns of a whole node and of one GPU, null where there is none.
struct PriceCells {
  std::optional<Term> term;  ///< none: what the row says
  const char *whole, *each;
};
constexpr std::array<PriceCells, 5> kPriceCells{{{std::nullopt, "usdperhour", "usdpergpuhour"},
                                                 {Term::purchase, "purchaseusd", "purchaseusdpergpu"},
                                                 {Term::reserved_1y, "reserved1yusdperhour", nullptr},
                                                 {Term::reserved_3y, "reserved3yusdperhour", nullptr},
                                                 {Term::spot, "spotusdperhour", nullptr}}};

/// Prices move: what is older says nothing about today's, what is newer is a slip of the pen.
constexpr int kMostYearsBack = 5, kMostYearsAhead = 2;
/// What is below this share of all that is known is asked about, where it is a price in the other unit.
constexpr double kFarBelow = 0.5;
constexpr double kFarAbove = 1.25;  ///< the same above
constexpr double kMostUnitsAtOnce = 1e6;

/// Two prices of one row may differ by this share: tables are printed rounded.
constexpr double kRounding = 0.01;

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
    for (const PriceRole& role : price_roles()) {
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
    if (auto result = need({"usdperhour", "usdpergpuhour", "purchaseusd", "purchaseusdpergpu",
                            "reserved1yusdperhour", "reserved3yusdperhour", "spotusdperhour"},
                           "usd_per_gpu_hour");
        !result)
      return result;
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
    const std::size_t before = m_import.mistakes.size();
    std::vector<Quote> quotes;
    read_prices(quotes);
    if (m_import.mistakes.size() > before) return;
    if (quotes.empty()) {
      ++m_import.without_price;
      return;
    }
    ++m_import.taken;
    for (Quote& quote : quotes) take(std::move(quote));
  }

  /// All prices of the row; a mistake ends it.
  void read_prices(std::vector<Quote>& quotes) {
    const auto target = read_target();
    if (!target) return;
    Quote common;
    if (!read_terms(common)) return;
    bool judged = false;
    for (const PriceCells& cells : kPriceCells) {
      std::optional<double> whole;
      std::optional<double> each;
      if (!read_price(cells.whole, whole) || (cells.each != nullptr && !read_price(cells.each, each))) return;
      if (!whole && !each) continue;
      if (!judged && !read_source(*target, common)) return;
      judged = true;
      Quote quote = common;
      if (cells.term) quote.term = *cells.term;
      if (!read_sum(*target, cells, whole, each, quote)) return;
      quotes.push_back(std::move(quote));
    }
  }

  /// What holds for all prices of the row; false after a mistake.
  bool read_terms(Quote& quote) {
    if (const std::string term = cell("term"); !term.empty()) {
      const auto known = term_from(term);
      if (!known) {
        std::vector<std::string> names;
        for (int i = 0; i < kTerms; ++i) names.emplace_back(to_string(static_cast<Term>(i)));
        mistake("term", term, {Wanted::Kind::one_of, names});
        return false;
      }
      quote.term = *known;
    }
    quote.provider = cell("provider");
    quote.region = cell("region");
    if (const std::string units = cell("fromunits"); !units.empty()) {
      const auto number = parse_price(units, m_options.decimal_comma);
      if (!number || *number < 1.0 || *number > kMostUnitsAtOnce || *number != std::floor(*number)) {
        mistake("fromunits", units, {Wanted::Kind::text, {"a whole number from 1 on"}});
        return false;
      }
      quote.from_units = static_cast<int>(*number);
    }
    if (const std::string often = cell("interruptionspernodehour"); !often.empty()) {
      const auto number = parse_price(often, m_options.decimal_comma);
      if (!number || *number < 0.0 || *number > kMostInterruptions) {
        mistake("interruptionspernodehour", often,
                {Wanted::Kind::text, {"how often an hour of a node is interrupted, 0 or more"}});
        return false;
      }
      quote.interruptions_per_node_hour = *number;
    }
    return true;
  }

  /// Source and date, and whether such a date can be; false after a mistake.
  bool read_source(const Target& target, Quote& quote) {
    quote.source = {cell("source"), cell("date"), true};
    (target.node != nullptr ? quote.node : quote.gpu) = target.id();
    const std::string& date = quote.source.date;
    if (quote.source.text.empty()) {
      mistake("source", "", {Wanted::Kind::text, {"where the price comes from"}});
      return false;
    }
    if (!is_date(date)) {
      mistake("date", date, {Wanted::Kind::text, {"a date such as 2026-11-20"}});
      return false;
    }
    const auto year_of = [](const std::string& day) {
      return static_cast<int>(parse_whole(std::string_view(day).substr(0, 4)).value_or(0));
    };
    const Gpu* gpu = gpu_of(target);
    const int today = year_of(m_catalogue.date());
    const int sold = gpu != nullptr && gpu->year ? *gpu->year : 0;
    const int oldest = std::max(today - kMostYearsBack, sold);
    if (const int year = year_of(date); today > 0 && (year < oldest || year > today + kMostYearsAhead)) {
      mistake("date", date,
              {Wanted::Kind::text,
               {fmt::format("a price of the years {} to {}{}", oldest, today + kMostYearsAhead,
                            oldest == sold ? fmt::format(" ({} was not sold before)", gpu->name) : "")}});
      return false;
    }
    return true;
  }

  /// One price in USD, of a node or of one GPU as the row is; false after a mistake.
  bool read_sum(const Target& target, const PriceCells& cells, std::optional<double> whole,
                std::optional<double> each, Quote& quote) {
    if (!cells.term && quote.term == Term::purchase) {
      mistake(whole ? cells.whole : cells.each, cell(whole ? cells.whole : cells.each),
              {Wanted::Kind::text, {"a column purchase_usd for a price to buy"}});
      return false;
    }
    const int gpus = target.node != nullptr ? target.node->gpus : 1;
    if (gpus == 0) {
      mistake("node", target.node->id, {Wanted::Kind::text, {"a node whose number of GPUs is known"}});
      return false;
    }
    const auto converted = to_usd(cells, whole, each);
    if (!converted) return false;
    if (whole && each && std::fabs(*whole - *each * gpus) > kRounding * *whole) {
      mistake(cells.each, cell(cells.each),
              {Wanted::Kind::text,
               {fmt::format("{} for each of {} GPUs, or one price only", *whole / gpus, gpus)}});
      return false;
    }
    if (!(whole && each) && !fits_unit(target, cells, whole, each, quote.term == Term::purchase))
      return false;
    const auto [first, is_new] =
        m_seen.emplace(fmt::format("{}|{}|{}|{}|{}", target.id(), to_string(quote.term),
                                   name_key(quote.provider), name_key(quote.region), quote.from_units),
                       m_line);
    if (!is_new) {
      mistake(target.node != nullptr ? "node" : "gpu", target.id(),
              {Wanted::Kind::text, {fmt::format("one price for each: row {} has it too", first->second)}});
      return false;
    }
    if (!converted->empty()) quote.source.text += fmt::format(" ({})", *converted);
    quote.usd = whole ? *whole : *each * gpus;
    if (quote.term != Term::spot) quote.interruptions_per_node_hour.reset();
    return true;
  }

  const Gpu* gpu_of(const Target& target) const {
    return target.gpu != nullptr ? target.gpu : m_catalogue.find_gpu(target.node->gpu_id);
  }

  /// Whether a single price can be of the unit that its column says; false after a mistake.
  bool fits_unit(const Target& target, const PriceCells& cells, const std::optional<double>& whole,
                 const std::optional<double>& each, bool bought) {
    const Gpu* gpu = gpu_of(target);
    if (gpu == nullptr || m_options.as_written.contains(m_line)) return true;
    std::optional<KnownPrices>& found = m_known[{gpu->id, bought}];
    if (!found) found = known_prices(gpu->id, m_catalogue, bought);
    const KnownPrices& usual = *found;
    if (usual.most == 0.0) return true;
    const int gpus = target.node != nullptr && whole ? target.node->gpus : 1;
    const double usd = whole ? *whole : *each;
    const char* role = whole ? cells.whole : cells.each;
    const auto usual_each = [&](double one) { return one >= usual.least * kFarBelow && one <= usual.most; };
    if (gpus > 1 && usd / gpus < usual.least * kFarBelow && usual_each(usd)) {
      mistake(
          role, cell(role),
          {Wanted::Kind::text,
           {fmt::format("the price of all {} GPUs: {} looks like that of one", gpus, format_number(usd))}});
      m_import.mistakes.back().code = code::other_unit;
      return false;
    }
    if (gpus > 1 || usd <= usual.most * kFarAbove) return true;
    for (const int size : usual.nodes)
      if (usd / size >= usual.least && usd / size <= usual.most) {
        mistake(role, cell(role),
                {Wanted::Kind::text,
                 {fmt::format("the price of one GPU: {} looks like that of a node of {}", format_number(usd),
                              size)}});
        m_import.mistakes.back().code = code::other_unit;
        return false;
      }
    return true;
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

  /// The currency of a price in this row; "" where nothing says it.
  std::string currency_of(const char* role) const {
    std::string stated = cell("currency");
    if (stated.empty()) {
      const auto column = m_at.find(role);
      if (column != m_at.end()) stated = currency_in(m_header[column->second]).value_or(std::string());
    }
    if (stated.empty()) stated = m_options.currency;
    std::transform(stated.begin(), stated.end(), stated.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return stated;
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
  std::optional<std::string> to_usd(const PriceCells& cells, std::optional<double>& whole,
                                    std::optional<double>& each) {
    const char* role = whole ? cells.whole : cells.each;
    const std::string currency = currency_of(role);
    if (whole && each && currency_of(cells.each) != currency) {
      mistake(cells.each, currency_of(cells.each), {Wanted::Kind::one_of, {currency}});
      return std::nullopt;
    }
    if (currency.empty()) {
      mistake(
          role, cell(role),
          {Wanted::Kind::text, {"a currency with it: a column currency, or a heading such as usd_per_hour"}});
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

  void take(Quote quote) {
    const bool plain = quote.provider.empty() && quote.region.empty() && quote.from_units == 1 &&
                       !quote.interruptions_per_node_hour;
    OwnTypes& types = m_import.types;
    if (plain && quote.term == Term::on_demand && !quote.gpu.empty()) {
      types.gpu_rents.push_back({quote.gpu, {quote.usd}, quote.source});
    } else if (plain && quote.term == Term::purchase && !quote.gpu.empty()) {
      types.gpu_prices.push_back({quote.gpu, quote.source.date, {quote.usd}, {}, quote.source.text});
    } else if (plain && quote.term == Term::on_demand) {
      take_node(*m_catalogue.find_node(quote.node), {quote.usd}, quote.source);
    } else {
      types.quotes.push_back(std::move(quote));
    }
  }

  void take_node(NodeType node, UsdPerHour price, const Source& source) {
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
  std::map<std::string, int> m_seen;                     ///< line of each id with its terms that has a price
  std::map<std::pair<std::string, bool>, std::optional<KnownPrices>> m_known;
  const std::vector<std::string>* m_row = nullptr;
  int m_line = 0;
};

}  // namespace

Result<PriceImport> import_prices(std::string_view text, const Catalogue& catalogue,
                                  const PriceImportOptions& options) {
  return Import(catalogue, options).run(text);
}

}  // namespace astrolabe::hardware
