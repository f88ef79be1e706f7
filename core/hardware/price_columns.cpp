#include "core/hardware/price_columns.h"

#include <algorithm>
#include <cctype>

#include "core/base/csv.h"
#include "core/base/text.h"

namespace astrolabe::hardware {

namespace {

constexpr std::array<PriceRole, 19> kRoles{
    {{&PriceColumns::gpu, {"gpu", "gpuid", "gputype", "gpuname"}},
     {&PriceColumns::node, {"node", "nodeid", "instance", "instancetype", "id"}},
     {&PriceColumns::usd_per_hour, {"usdperhour", "usdperh", "pricepernode", "ondemandusdperhour"}},
     {&PriceColumns::usd_per_gpu_hour, {"usdpergpuhour", "usdpergpuh", "pricepergpu"}},
     {&PriceColumns::source, {"source", "seller", "sellerorsource", "provider"}},
     {&PriceColumns::date, {"date", "sourcedate", "asof", "pricedate"}},
     {&PriceColumns::currency, {"currency", "currencycode", "ccy", "pricecurrency"}},
     {&PriceColumns::usd_per_unit, {"usdperunit", "exchangerate", "fxrate", "rate"}},
     {&PriceColumns::rate_date, {"ratedate", "exchangeratedate", "fxdate", "dateofrate"}},
     {&PriceColumns::term, {"term", "terms", "commitment"}},
     {&PriceColumns::provider, {"provider"}},
     {&PriceColumns::region, {"region", "location"}},
     {&PriceColumns::from_units, {"fromunits", "quantity", "minunits", "minimumquantity"}},
     {&PriceColumns::interruptions, {"interruptionspernodehour", "interruptions"}},
     {&PriceColumns::purchase_usd,
      {"purchaseusd", "usdpernode", "purchasepriceusdtyp", "purchaseusdpernode"}},
     {&PriceColumns::purchase_usd_per_gpu, {"purchaseusdpergpu", "usdpergpu"}},
     {&PriceColumns::reserved_1y, {"reserved1yusdperhour", "reserved1y"}},
     {&PriceColumns::reserved_3y, {"reserved3yusdperhour", "reserved3y"}},
     {&PriceColumns::spot, {"spotusdperhour", "spot"}}}};

/// What a price's header says behind its currency: "eur_per_hour", "price_per_gpu_hour".
constexpr std::array<const char*, 2> kOfNode{"perhour", "perh"};
constexpr std::array<const char*, 3> kOfGpu{"pergpuhour", "pergpuh", "pergpu"};
constexpr const char* kToBuy = "purchase";

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

/// The header of a price to buy: "purchase_eur", "purchase_eur_per_gpu".
std::optional<std::string> currency_bought(const std::string& header, bool of_gpu) {
  const std::string key = name_key(header);
  if (!key.starts_with(kToBuy)) return std::nullopt;
  const std::string rest = key.substr(std::string_view(kToBuy).size());
  return of_gpu ? currency_before(rest, kOfGpu) : currency_before(rest, std::array<const char*, 1>{""});
}

}  // namespace

std::span<const PriceRole> price_roles() { return kRoles; }

std::optional<std::string> currency_in(const std::string& header) {
  for (const auto& found : {currency_before(header, kOfNode), currency_before(header, kOfGpu),
                            currency_bought(header, true), currency_bought(header, false)})
    if (found) return found;
  return name_key(header).find("usd") != std::string::npos ? std::optional<std::string>("USD") : std::nullopt;
}

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

PriceColumns guess_price_columns(const std::vector<std::string>& header) {
  PriceColumns columns;
  for (const PriceRole& role : kRoles)
    for (const char* name : role.names)
      for (const std::string& cell : header)
        if (name != nullptr && (columns.*role.column).empty() && name_key(cell) == name)
          columns.*role.column = std::string(trim(cell));
  // Who sells is the source where the table has no other.
  if (columns.source == columns.provider) columns.provider.clear();
  for (const std::string& cell : header) {  // prices in another currency than the role's own
    if (columns.usd_per_hour.empty() && currency_before(cell, kOfNode))
      columns.usd_per_hour = std::string(trim(cell));
    if (columns.usd_per_gpu_hour.empty() && columns.purchase_usd_per_gpu != trim(cell) &&
        currency_before(cell, kOfGpu))
      columns.usd_per_gpu_hour = std::string(trim(cell));
    if (columns.purchase_usd.empty() && currency_bought(cell, false))
      columns.purchase_usd = std::string(trim(cell));
    if (columns.purchase_usd_per_gpu.empty() && currency_bought(cell, true))
      columns.purchase_usd_per_gpu = std::string(trim(cell));
  }
  return columns;
}

std::vector<std::string> price_header(std::string_view text, char separator) {
  const std::string_view first = text.substr(0, text.find('\n'));
  const CsvTable rows = read_csv(first, separator != '\0' ? separator : separator_of(text));
  return rows.empty() ? std::vector<std::string>{} : rows[0];
}

}  // namespace astrolabe::hardware
