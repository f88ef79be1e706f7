// core/serving/prefix_cache.h: the shares of prefixes that are found are those of caches that give up what
// was not used for the longest time; what fetching costs, and what it wins.
#include <QtTest>
#include <cmath>
#include <list>
#include <random>
#include <set>
#include <unordered_map>

#include "core/deploy/layouts.h"
#include "core/deploy/replica.h"
#include "core/serving/prefix_cache.h"
#include "serving_cases.h"
#include "tests/program/test_program.h"

namespace tst_prefix_cache {

using namespace astrolabe;
using namespace astrolabe::serving;
using namespace astrolabe::tests;

namespace {

/// Keeps `room` prefixes, gives up the one that was not used for the longest time.
class Lru {
 public:
  explicit Lru(std::size_t room) : m_room(room) {}
  bool has(int prefix) const { return m_at.contains(prefix); }
  /// Uses a prefix; what had to go, or -1.
  int use(int prefix) {
    if (const auto at = m_at.find(prefix); at != m_at.end()) m_order.erase(at->second);
    m_order.push_front(prefix);
    m_at[prefix] = m_order.begin();
    if (m_order.size() <= m_room) return -1;
    const int gone = m_order.back();
    m_order.pop_back();
    m_at.erase(gone);
    return gone;
  }
  void drop(int prefix) {
    if (const auto at = m_at.find(prefix); at != m_at.end()) {
      m_order.erase(at->second);
      m_at.erase(at);
    }
  }

 private:
  std::size_t m_room;
  std::list<int> m_order;
  std::unordered_map<int, std::list<int>::iterator> m_at;
};

/// 70B in fp8 on 4 H100; half of 2,000 tokens of each prompt came before.
Question asked(double prefix_tokens) {
  Question question = llama_question();
  question.traffic.kind = Traffic::Kind::rate;
  question.traffic.requests_per_second = 1.0;
  question.traffic.input = Lengths::fixed(2000.0);
  question.traffic.output = Lengths::fixed(200.0);
  question.traffic.cached_prefix = 0.5;
  question.traffic.prefix_tokens = prefix_tokens;
  question.machine.host_gib = 200.0;
  question.machine.host_gb_per_s = 55.0;
  return question;
}

Memory room_of(double device_tokens, double host_tokens) {
  Memory memory;
  memory.kv_token = 1000.0;
  memory.kv_bytes = 1000.0 * device_tokens;
  memory.host_bytes = 1000.0 * host_tokens;
  return memory;
}

}  // namespace

class TestPrefixCache : public QObject {
  Q_OBJECT

 private slots:
  /// Room for 300 of 1,000 tokens on the GPU, 10 sequences of 10 tokens hold 100 of it: 0.2 of the prefixes,
  /// 0.1 of the prompt. The host has room for 600: 0.6 - 0.2 more where it copies, 0.6 where it does not. To
  /// fetch: 0.4 x 0.5 x 2,000 tokens of 1,000 bytes at 0.6 x 55 GB/s = 12.12 us; 16,500 a second keep the
  /// link busy 0.2 of the time, and wait 12.12 x 0.2 / (2 x 0.8) = 1.515 us more.
  void sharesOfRoom() {
    Question question = asked(1000.0);
    Worker worker;
    const Holding holding{10.0, 10.0, 16500.0};
    const PrefixHits none = prefix_hits(question, worker, room_of(300.0, 600.0), holding);
    QVERIFY(std::fabs(none.on_device - 0.1) < 1e-12);
    QCOMPARE(none.on_host, 0.0);
    QVERIFY(std::fabs(none.missed - 0.4) < 1e-12);
    worker.kv_host_gib = 1.0;
    const PrefixHits copies = prefix_hits(question, worker, room_of(300.0, 600.0), holding);
    QVERIFY(std::fabs(copies.on_host - 0.2) < 1e-12);
    QVERIFY(std::fabs(copies.missed - 0.2) < 1e-12);
    QVERIFY(std::fabs(copies.link_use - 0.2) < 1e-4);
    QVERIFY(std::fabs(copies.fetch_seconds - 13.636e-6) < 1e-8);
    question.engine.runtime = Runtime::tensorrt_llm;
    const PrefixHits adds = prefix_hits(question, worker, room_of(300.0, 600.0), holding);
    QVERIFY(std::fabs(adds.on_host - 0.3) < 1e-12);
    // Nobody says how many tokens the prefixes have: all are there.
    question.traffic.prefix_tokens = 0.0;
    QCOMPARE(prefix_hits(question, worker, room_of(300.0, 600.0), holding).on_device, 0.5);
  }

  /// The twin: 200,000 requests for 1 of 1,000 prefixes each, over caches of 250 on the GPU and 500 on the
  /// host.
  void sharesAreThoseOfCaches() {
    constexpr int kPrefixes = 1000, kRequests = 200000;
    for (const bool copies : {true, false}) {
      std::mt19937 random(7);
      std::uniform_int_distribution<int> any(0, kPrefixes - 1);
      Lru device(250), host(500);
      int on_device = 0, on_host = 0, counted = 0;
      for (int i = 0; i < kRequests; ++i) {
        const int prefix = any(random);
        const bool there = device.has(prefix), beside = host.has(prefix);
        if (i > kRequests / 10) {
          ++counted;
          on_device += there ? 1 : 0;
          on_host += !there && beside ? 1 : 0;
        }
        const int gone = device.use(prefix);
        if (copies) {
          host.use(prefix);
        } else {
          host.drop(prefix);
          if (gone >= 0) host.use(gone);
        }
      }
      Question question = asked(kPrefixes);
      question.traffic.cached_prefix = 1.0;
      if (!copies) question.engine.runtime = Runtime::tensorrt_llm;
      Worker worker;
      worker.kv_host_gib = 1.0;
      const PrefixHits hits = prefix_hits(question, worker, room_of(250.0, 500.0), {});
      QVERIFY(std::fabs(static_cast<double>(on_device) / counted - hits.on_device) < 0.01);
      QVERIFY(std::fabs(static_cast<double>(on_host) / counted - hits.on_host) < 0.01);
      QCOMPARE(hits.on_device, 0.25);
      QCOMPARE(hits.on_host, copies ? 0.25 : 0.5);
    }
  }

  /// The fixed point is one, and figures lie between those of an empty cache and of a boundless one. The
  /// host's memory makes the first token earlier here: a miss reads 1,000 tokens again.
  void figuresLieBetween() {
    Deployment deployment;
    deployment.worker.tensor_parallel = 4;
    const auto ttft = [&](double tokens, double share, double gib) {
      Question question = asked(tokens);
      question.traffic.cached_prefix = share;
      deployment.worker.kv_host_gib = gib;
      return predict(question, deployment).ttft.value;
    };
    const double all = ttft(0.0, 0.5, 0.0), nothing = ttft(0.0, 0.0, 0.0);
    const double some = ttft(4e6, 0.5, 0.0), helped = ttft(4e6, 0.5, 100.0);
    QVERIFY(all < helped && helped < some && some < nothing);
    Question question = asked(4e6);
    deployment.worker.kv_host_gib = 100.0;
    const Figures figures = predict(question, deployment);
    const PrefixHits& hits = figures.prefixes;
    QVERIFY(std::fabs(hits.on_device + hits.on_host + hits.missed - 0.5) < 1e-12);
    const Holding holding{figures.batch, demand_of(question.traffic).context(), 1.0};
    const PrefixHits again = prefix_hits(question, deployment.worker, figures.memory, holding);
    QVERIFY(std::fabs(again.on_device - hits.on_device) < 1e-4);
    const Json row = to_json(figures);
    QCOMPARE(row.at("memory").at("kv_host_gib"), Json(100.0));
    QCOMPARE(row.at("prefix_cache").at("on_host"), Json(hits.on_host));
  }

  /// More load, less room and fewer hits: times do not fall, so that bisection over load is exact.
  void timesGrowWithTheLoad() {
    Question question = asked(1e6);
    Worker worker;
    worker.tensor_parallel = 4;
    for (const double gib : {0.0, 50.0}) {
      worker.kv_host_gib = gib;
      const deploy::Replica replica(question, worker);
      double ttft = 0.0, tpot = 0.0;
      for (double load = 0.25; load < 8.0; load *= 1.2) {
        const deploy::Replica::State state = replica.at(load);
        if (state.missed == deploy::Missed::traffic) break;
        QVERIFY(state.flow.ttft >= ttft * (1.0 - 1e-3));
        QVERIFY(state.flow.tpot >= tpot * (1.0 - 1e-3));
        ttft = state.flow.ttft;
        tpot = state.flow.tpot;
      }
    }
  }

  /// A link to the host that carries less than is fetched is no deployment of the traffic.
  void slowLinksDoNotServe() {
    Question question = asked(4e6);
    question.machine.host_gb_per_s = 0.01;
    Deployment deployment;
    deployment.worker.tensor_parallel = 4;
    deployment.worker.kv_host_gib = 100.0;
    QVERIFY(!predict(question, deployment).stable);
    deployment.worker.kv_host_gib = 0.0;
    QVERIFY(predict(question, deployment).stable);
  }

  /// The space has the host's memory where prefixes are counted, the pool says what it has and the engine
  /// can.
  void searchedWhereItCanHelp() {
    const auto workers = [](const Question& question, const std::string& date) {
      const deploy::Room room{1, 8, 8, 8, 8};
      ServeJob job;
      job.date = date;
      int with = 0;
      for (const Worker& worker : deploy::workers_of(question, room, job)) {
        if (worker.kv_host_gib == 0.0) continue;
        if (worker.kv_host_gib != 200.0) return -1;
        ++with;
      }
      return with;
    };
    QVERIFY(workers(asked(1e6), "") > 0);
    QCOMPARE(workers(asked(0.0), ""), 0);
    QCOMPARE(workers(asked(1e6), "2025-06"), 0);
    Question unknown = asked(1e6);
    unknown.machine.host_gib = 0.0;
    QCOMPARE(workers(unknown, ""), 0);
  }

  /// A job may fix the host's memory, or allow some of it, up to what there is.
  void fixedByTheJob() {
    const auto memories = [](const char* chosen) {
      Json json = {{"task", "serve"},
                   {"traffic", {{"concurrency", 4}}},
                   {"input_tokens", 10},
                   {"output_tokens", 10},
                   {"precision", "bf16"}};
      json.update(Json::parse(chosen));
      const auto job = read_serve_job(json);
      std::set<double> all;
      if (!job) return all;
      for (const Worker& worker : deploy::workers_of(asked(1e6), deploy::Room{1, 8, 8, 8, 8}, *job))
        all.insert(worker.kv_host_gib);
      return all;
    };
    QCOMPARE(memories("{}"), (std::set<double>{0.0, 200.0}));
    QCOMPARE(memories(R"({"fixed": {"kv_host_gib": 64}})"), (std::set<double>{64.0}));
    QCOMPARE(memories(R"({"fixed": {"kv_host_gib": 0}})"), (std::set<double>{0.0}));
    QCOMPARE(memories(R"({"allowed": {"kv_host_gib": [0, 64, 300]}})"), (std::set<double>{0.0, 64.0}));
    QVERIFY(memories(R"({"fixed": {"kv_host_gib": 300}})").empty());  // the host has 200
    QVERIFY(memories(R"({"fixed": {"kv_host_gib": -1}})").empty());
  }

  void keysReadBack() {
    const Json json = {{"pool", "a"}, {"replicas", 2}, {"tensor_parallel", 4}, {"kv_host_gib", 37.5}};
    const auto deployment = read_deployment(json);
    QVERIFY(deployment);
    QCOMPARE(deployment->worker.kv_host_gib, 37.5);
    QCOMPARE(to_json(*deployment).at("kv_host_gib"), Json(37.5));
    QVERIFY(!read_deployment({{"pool", "a"}, {"kv_host_gib", -1}}));
    const Json job = {{"task", "serve"},     {"traffic", {{"offline", true}}}, {"input_tokens", 10},
                      {"output_tokens", 10}, {"cached_prefix", 0.5},           {"prefix_tokens", 5e6},
                      {"precision", "bf16"}};
    const auto read = read_serve_job(job);
    QVERIFY(read);
    QCOMPARE(read->traffic.prefix_tokens, 5e6);
    QCOMPARE(to_json(*read).at("prefix_tokens"), Json(5e6));
  }
};

}  // namespace tst_prefix_cache

ASTROLABE_TEST(tst_prefix_cache, TestPrefixCache)
#include "tst_prefix_cache.moc"
