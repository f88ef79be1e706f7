// core/hardware/price_book: which quote holds for a pool, its file, interruptions of spot.
#include <QtTest>
#include <cmath>

#include "core/base/error_codes.h"
#include "core/hardware/price_book.h"
#include "core/hardware/price_import.h"
#include "problems.h"
#include "tests/program/test_program.h"

namespace tst_price_book {

using namespace astrolabe;
using namespace astrolabe::hardware;

namespace {

constexpr const char* kNode = "oci-bm-gpu-h100-8";

/// Of the node of eight H100.
Quote offer(double usd, const std::string& provider, const std::string& region, int from_units = 1,
            const std::string& date = "2026-11-01", Term term = Term::on_demand) {
  Quote quote;
  quote.node = kNode;
  quote.term = term;
  quote.usd = usd;
  quote.provider = provider;
  quote.region = region;
  quote.from_units = from_units;
  quote.source = {"offer", date, true};
  return quote;
}

Quote of_gpu(const std::string& gpu, double usd, int from_units, Term term) {
  Quote quote = offer(usd, "", "", from_units, "2026-11-01", term);
  quote.node.clear();
  quote.gpu = gpu;
  return quote;
}

Catalogue with_quotes(std::vector<Quote> quotes) {
  OwnTypes own;
  own.quotes = std::move(quotes);
  return Catalogue::built_in().with(own);
}

PoolSpec pool_of(const std::string& node, int nodes = 1, const std::string& provider = {},
                 const std::string& region = {}) {
  PoolSpec pool;
  pool.id = "a";
  pool.node = node;
  pool.nodes = nodes;
  pool.provider = provider;
  pool.region = region;
  return pool;
}

/// USD for an hour of a node of eight; 0: no price.
double node_rent(const PoolSpec& pool, const Catalogue& catalogue) {
  const auto rent = pool_rent(pool, catalogue, Commitment::on_demand);
  return rent ? 8.0 * rent->usd_per_gpu : 0.0;
}

}  // namespace

class TestPriceBook : public QObject {
  Q_OBJECT

 private slots:
  /// The provider's own 72 and 70 USD by region, 60 from 16 nodes on, and a broker's 65.
  void theQuoteThatHolds() {
    const Catalogue catalogue = with_quotes(
        {offer(72, "", "eu"), offer(70, "OCI", "us"), offer(60, "oci", "us", 16), offer(65, "Broker", "")});
    QCOMPARE(node_rent(pool_of(kNode, 4), catalogue), 65.0);  // the cheapest of all
    QCOMPARE(node_rent(pool_of(kNode, 4, "Oci"), catalogue), 70.0);
    QCOMPARE(node_rent(pool_of(kNode, 16, "OCI"), catalogue), 60.0);
    QCOMPARE(node_rent(pool_of(kNode, 16), catalogue), 60.0);
    QCOMPARE(node_rent(pool_of(kNode, 16, "OCI", "EU"), catalogue), 72.0);
    QCOMPARE(node_rent(pool_of(kNode, 4, "Broker", "anywhere"), catalogue), 65.0);
    // Where no quote holds, the list price does, with its own provider only.
    QCOMPARE(node_rent(pool_of(kNode, 4, "OCI", "asia"), catalogue), 80.0);
    QCOMPARE(node_rent(pool_of(kNode, 4, "Lambda"), catalogue), 0.0);
    PoolSpec stated = pool_of(kNode, 4);
    stated.usd_per_gpu_hour = 9.0;
    QCOMPARE(node_rent(stated, catalogue), 72.0);
  }

  /// Of one seller and place the newest; of other terms none.
  void newerQuotesAndOtherTerms() {
    const Catalogue catalogue =
        with_quotes({offer(66, "", "", 1, "2026-11-02"), offer(61, "", "", 1, "2026-10-30"),
                     offer(40, "", "", 1, "2026-11-02", Term::reserved_3y)});
    QCOMPARE(node_rent(pool_of(kNode), catalogue), 66.0);
    const auto three = pool_rent(pool_of(kNode), catalogue, Commitment::reserved_3y);
    QVERIFY(three);
    QCOMPARE(three->usd_per_gpu, 5.0);
    QVERIFY(three->own);
    QVERIFY(!pool_rent(pool_of(kNode), catalogue, Commitment::reserved_1y));
  }

  /// 64 GPUs at once for 25,000 USD each: 8 nodes have them, 7 have not and pay the list price. A plan that
  /// may take fewer nodes than are drawn cannot count on it.
  void discountsFromANumberOn() {
    const Catalogue catalogue = with_quotes({of_gpu("h100-sxm", 25'000, 64, Term::purchase)});
    const auto price = pool_purchase(pool_of("onprem-dgx-h100", 8), catalogue);
    QVERIFY(price);
    QCOMPARE(price->usd_per_gpu, 25'000.0);
    QVERIFY(price->gpu_alone);
    const double list =
        Catalogue::built_in().find_node("onprem-dgx-h100")->prices.purchase_typical->value / 8;
    QCOMPARE(pool_purchase(pool_of("onprem-dgx-h100", 7), catalogue)->usd_per_gpu, list);
    ClusterSpec spec{{}, {pool_of("onprem-dgx-h100", 8)}, {}, {}};
    QCOMPARE(resolve(spec, catalogue, Commitment::on_demand)->pools[0].purchase_per_gpu->value, 25'000.0);
    spec.choose.emplace();
    QCOMPARE(resolve(spec, catalogue, Commitment::on_demand)->pools[0].purchase_per_gpu->value, list);
  }

  /// Machines that are not for rent are compared with the least that anybody asks for their GPUs: 2.69 USD
  /// for an H100 in the catalogue.
  void theRentOfAType() {
    const ClusterSpec spec{{}, {pool_of("onprem-dgx-h100")}, {}, {}};
    const auto cluster = resolve(spec, Catalogue::built_in(), Commitment::on_demand);
    QVERIFY(!cluster->pools[0].usd_per_gpu_hour);
    QCOMPARE(cluster->pools[0].type_usd_per_gpu_hour->value, 2.69);
    QVERIFY(!cluster->pools[0].type_price_source.empty());
    const auto quoted = resolve(spec, with_quotes({offer(16, "Broker", "")}), Commitment::on_demand);
    QCOMPARE(quoted->pools[0].type_usd_per_gpu_hour->value, 2.0);
  }

  /// What the pool states, else its quote, else what was measured with its provider; 802 interruptions in
  /// 3,496.6 hours with AWS. Of other providers nothing is known, and spot has no answer.
  void interruptionsOfSpot() {
    const Catalogue& today = Catalogue::built_in();
    const auto aws = pool_interruptions(pool_of("aws-p5-48xlarge"), today);
    QVERIFY(aws && aws->assumed);
    QCOMPARE(aws->per_node_hour, 802.0 / 3496.6);
    QVERIFY(!pool_interruptions(pool_of("nebius-8x-h100"), today));
    Quote spot = offer(20, "", "", 1, "2026-11-01", Term::spot);
    QVERIFY(!pool_interruptions(pool_of(kNode), with_quotes({spot})));
    spot.interruptions_per_node_hour = 0.02;
    const auto quoted = pool_interruptions(pool_of(kNode), with_quotes({spot}));
    QVERIFY(quoted && !quoted->assumed);
    QCOMPARE(quoted->per_node_hour, 0.02);
    PoolSpec stated = pool_of("aws-p5-48xlarge");
    stated.interruptions_per_node_hour = 0.0;
    QCOMPARE(pool_interruptions(stated, today)->per_node_hour, 0.0);

    const auto asked = [&](const char* node, Commitment commitment, CostBasis basis) {
      strategy::Job job;
      job.sequence_length = 128;
      job.global_batch = 64;
      job.cost.commitment = commitment;
      job.cost.basis = basis;
      auto cluster = resolve({{}, {pool_of(node)}, {}, {}}, today, commitment);
      return strategy::make_problem(tests::make_graph(4), std::move(*cluster), job,
                                    strategy::Objective::throughput);
    };
    const auto problem = asked("aws-p5-48xlarge", Commitment::spot, CostBasis::rent);
    QVERIFY(problem);
    QCOMPARE(problem->cluster.pools[0].interruptions_per_node_hour.value(), 802.0 / 3496.6);
    bool told = false;
    for (const Assumption& each : problem->cluster.assumptions)
      told = told || each.what == "pools[a].interruptions_per_node_hour";
    QVERIFY(told);
    const auto unknown = asked("nebius-8x-h100", Commitment::spot, CostBasis::rent);
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().code, std::string(code::no_interruption_rate));
    QCOMPARE(unknown.error().where, std::string("pools[a]"));
    QCOMPARE(to_text(unknown.error().wanted),
             to_text({Wanted::Kind::field, {"interruptions_per_node_hour"}}));
    QVERIFY(asked("nebius-8x-h100", Commitment::on_demand, CostBasis::rent));
    QVERIFY(asked("nebius-8x-h100", Commitment::spot, CostBasis::own));
  }

  /// Each list price comes back as the quote it is, but for the node of which nobody says how many GPUs it
  /// has and the price of the H20 that is older than the card.
  void theFileComesBack() {
    const Catalogue& today = Catalogue::built_in();
    const std::vector<Quote> book = price_book(today);
    QVERIFY(book.size() > 150);
    const auto import = import_prices(price_book_csv(book), today);
    QVERIFY(import);
    for (const Error& mistake : import->mistakes)
      QVERIFY2(mistake.found == "azure-nc128ds-xl-rtxpro6000bse-v6" || mistake.found == "2023-11-09",
               (mistake.where + ": " + mistake.found).c_str());
    QCOMPARE(std::size_t(import->taken) + import->mistakes.size(), book.size());
    std::size_t next = 0;
    const auto& quotes = import->types.quotes;
    for (const Quote& quote : book) {
      if (next == quotes.size() || quotes[next].node != quote.node || quotes[next].term != quote.term ||
          quote.node.empty())
        continue;
      QCOMPARE(quotes[next].usd, quote.usd);
      QCOMPARE(quotes[next].provider, quote.provider);
      QCOMPARE(quotes[next].region, quote.region);
      QCOMPARE(quotes[next].source.text, quote.source.text);
      QCOMPARE(quotes[next].source.date, quote.source.date);
      ++next;
    }
    QCOMPARE(next, quotes.size());
    QVERIFY(import->types.gpu_prices.size() > 10);
    Quote full = offer(20, "A, B", "eu-1", 4, "2026-11-01", Term::spot);
    full.interruptions_per_node_hour = 0.25;
    const auto again = import_prices(price_book_csv({full}), today);
    QVERIFY(again && again->mistakes.empty());
    QCOMPARE(again->types.quotes.size(), std::size_t(1));
    QVERIFY(again->types.quotes[0] == full);
  }

  void jsonOfQuotesAndPools() {
    OwnTypes own;
    own.quotes = {offer(20, "A", "eu", 4, "2026-11-01", Term::spot),
                  of_gpu("h100-sxm", 2, 1, Term::on_demand)};
    own.quotes[0].interruptions_per_node_hour = 0.5;
    const auto again = read_own_types(to_json(own));
    QVERIFY(again);
    QVERIFY(*again == own);
    const auto neither = read_own_types(*parse_json(R"({"quotes": [{"term": "spot", "usd": 2}]})", "x"));
    QVERIFY(!neither);
    QCOMPARE(neither.error().where, std::string("quotes[0].node"));
    const auto free =
        read_own_types(*parse_json(R"({"quotes": [{"gpu": "b200-sxm", "term": "spot", "usd": 0}]})", "x"));
    QCOMPARE(free.error().where, std::string("quotes[0].usd"));
    ClusterSpec spec{{}, {pool_of(kNode, 2, "OCI", "eu")}, {}, {}};
    spec.pools[0].interruptions_per_node_hour = 0.0;
    const auto read = read_cluster(to_json(spec));
    QVERIFY(read);
    QVERIFY(*read == spec);
  }

  void providersOnce() {
    const std::vector<std::string> names =
        providers(with_quotes({offer(60, "Broker", ""), offer(61, "oci", "")}));
    QCOMPARE(std::count(names.begin(), names.end(), std::string("OCI")), std::ptrdiff_t(1));
    QCOMPARE(std::count(names.begin(), names.end(), std::string("oci")), std::ptrdiff_t(0));
    QCOMPARE(names.back(), std::string("Broker"));
  }
};

}  // namespace tst_price_book

ASTROLABE_TEST(tst_price_book, TestPriceBook)
#include "tst_price_book.moc"
