#pragma once
// The price book: quotes of the user beside the list prices of the catalogue, which of them holds for a pool,
// and its file.

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/units.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/cluster.h"
#include "core/hardware/pool_price.h"

namespace astrolabe::hardware {

/// "purchase", "on_demand", "reserved_1y", "reserved_3y", "spot".
const char* to_string(Term term);
std::optional<Term> term_from(std::string_view name);
Term term_of(Commitment commitment);

/// {"node" or "gpu", "term", "usd", "provider", "region", "from_units", "interruptions_per_node_hour",
/// "source", "source_date"}; what is empty or usual is left out.
Json to_json(const Quote& quote);
/// Reads one; its first mistake goes to `parent`. `path` is its place.
Quote read_quote(const Json& json, const std::string& path, ObjectReader& parent);

/// Whether what holds with the seller or in the region `offered` holds where a pool names `wanted`: "" names
/// none, and "all" is every region.
bool holds_for(std::string_view offered, std::string_view wanted);

/// All prices that are known, in the order of the catalogue: the list prices of each node, those of single
/// GPUs, then the user's own quotes. What belongs to the user says so in its source.
std::vector<Quote> price_book(const Catalogue& catalogue);

/// The user's quote that holds for a pool on these terms, or null. It is of the pool's node, else of its GPU
/// type; of the provider and the region that the pool names, where it names any; and the pool has as many
/// units as it asks for. Of those of one seller and place the one from the most units on holds, of those the
/// newest; of all sellers' the cheapest by the GPU.
const Quote* best_quote(const PoolSpec& pool, const Catalogue& catalogue, Term term);
/// What a quote asks for one GPU of the pool.
double usd_per_gpu(const Quote& quote, const PoolSpec& pool, const Catalogue& catalogue);

/// The least that anybody asks for an hour of a GPU type at this commitment, whatever node it sits in.
/// Quotes for more than one unit do not count. Empty: nobody rents it.
std::optional<PoolPrice> rent_of_type(std::string_view gpu_id, const Catalogue& catalogue,
                                      Commitment commitment);

/// The most interruptions of a node in an hour that anybody may state: one in a second.
inline constexpr double kMostInterruptions = kSecondsPerHour;

/// How often a node that is rented as spot is taken away.
struct Interruptions {
  double per_node_hour = 0.0;
  Source source;
  bool assumed = false;  ///< neither the pool nor its quote says so
  bool operator==(const Interruptions&) const = default;
};
/// What the pool states, else its quote for spot, else what was measured with its provider. Empty: nothing is
/// known, and nothing is assumed. Source of AWS: skypilot-org/spot-traces @221da1a (Wu et al., "Can't Be
/// Late", NSDI 2024): preemption traces of p3.2xlarge, 2023-04-22 (1 node, 4 zones: 202 in 431.2 hours) and
/// 2023-08-03 (4 nodes, 3 zones: 600 in 3,065.4 hours): 802 / 3,496.6 h. Traces of other providers have no
/// GPUs.
std::optional<Interruptions> pool_interruptions(const PoolSpec& pool, const Catalogue& catalogue);

/// All that is known of a GPU type by the GPU, in whatever node: what an hour of it costs, or what it is
/// bought for; and of how many the nodes are that it sits in. `most` is 0 where nothing is known.
struct KnownPrices {
  double least = 0.0, most = 0.0;
  std::set<int> nodes;
};
KnownPrices known_prices(std::string_view gpu_id, const Catalogue& catalogue, bool bought);

/// Names of all who sell, in the order of the price book, each once.
std::vector<std::string> providers(const Catalogue& catalogue);

/// The price book as a table (CSV, RFC 4180, '.' decimals), which import_prices() reads back: node, gpu,
/// term, provider, region, from_units, usd_per_hour or purchase_usd (of a node, or of one GPU where the row
/// names a GPU type), interruptions_per_node_hour, currency, source, date.
std::string price_book_csv(const std::vector<Quote>& quotes);

}  // namespace astrolabe::hardware
