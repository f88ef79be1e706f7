// core/verify: a certificate with a bound altered, a node dropped, the incumbent changed, cut short, or of
// another question is refused.
#include <zlib.h>

#include <QtTest>
#include <algorithm>
#include <array>
#include <random>
#include <set>

#include "certificates.h"
#include "core/base/error_codes.h"
#include "core/engine.h"
#include "core/strategy/space.h"
#include "core/verify/question.h"
#include "tests/core/cases.h"
#include "tests/program/test_program.h"

namespace tst_certificate_refused {

using namespace astrolabe;
using namespace astrolabe::tests;

class TestCertificateRefused : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    m_problem = free_counts();
    auto made = certificate_of(m_problem);
    QVERIFY(made);
    m_certificate = *made;
    m_cut = cut_nodes(m_certificate);
    QVERIFY(m_cut.size() > 20);
  }

  void nodesOfEveryLevelOccur() {
    std::set<std::size_t> depths;
    std::set<Verdict> verdicts;
    for (const verify::Node& node : m_certificate.nodes) {
      depths.insert(node.path.size());
      verdicts.insert(node.verdict);
    }
    QVERIFY(depths.size() >= 4);
    QVERIFY(verdicts.contains(Verdict::cut) && verdicts.contains(Verdict::refuted) &&
            verdicts.contains(Verdict::evaluated));
    QVERIFY(verify::check(m_certificate, m_problem).accepted);
  }

  /// What a growing batch adds is known of whole answers alone: with limits that its outcome is held against
  /// there is no certificate, and each of them is named; other limits and either alone are written.
  void aGrowingBatchWithinLimitsOfItsOutcome() {
    strategy::Problem problem = m_problem;
    problem.job.batch_ramp_up.emplace();
    problem.job.limits.power_kw = 1e6;
    QVERIFY(can_certify(problem));
    problem.job.limits.deadline_hours = 1000.0;
    problem.job.limits.budget_usd = 1e6;
    const auto able = can_certify(problem);
    QVERIFY(!able);
    QCOMPARE(able.error().code, std::string(code::no_certificate));
    QCOMPARE(able.error().where, std::string("batch_ramp_up"));
    QCOMPARE(able.error().found, std::string("batch_ramp_up, limits.deadline_hours, limits.budget_usd"));
    problem.job.batch_ramp_up.reset();
    QVERIFY(can_certify(problem));
  }

  /// Any bound, up or down, by the least that the file can tell.
  void alteredBoundIsRefused() {
    const std::vector<std::size_t> places{m_cut[m_cut.size() / 2], m_cut.front(), m_cut.back()};
    for (std::size_t k = 0; k < cases(3); ++k)
      for (const std::int64_t by : {-1, 1, 1000, -1000}) {
        Certificate altered = m_certificate;
        altered.nodes[places[k]].seconds += static_cast<std::uint64_t>(by);
        QVERIFY(refused(altered, m_problem, "claims the bound"));
      }
  }

  void droppedNodeIsRefused() {
    constexpr std::size_t kTried = cases(25);
    for (std::size_t i = 0; i < m_certificate.nodes.size(); i += 1 + m_certificate.nodes.size() / kTried) {
      Certificate altered = m_certificate;
      altered.nodes.erase(altered.nodes.begin() + static_cast<std::ptrdiff_t>(i));
      QVERIFY(refused(altered, m_problem,
                      m_certificate.nodes[i].verdict == Verdict::evaluated ? "" : "the nodes cover"));
    }
  }

  void changedIncumbentIsRefused() {
    Certificate lowered = m_certificate;
    lowered.incumbents.front().step *= 0.99;
    QVERIFY(refused(lowered, m_problem, "the incumbent's step takes"));
    Certificate raised = m_certificate;
    raised.incumbents.front().step *= 1.01;
    QVERIFY(refused(raised, m_problem, "the incumbent's step takes"));
    // A true step of another strategy, all else as it was.
    Certificate other = m_certificate;
    Json& strategy = other.incumbents.front().strategy;
    strategy["micro_batch"] = strategy["micro_batch"].get<int>() * 2;
    QVERIFY(refused(other, m_problem, "the incumbent"));
    Certificate none = m_certificate;
    none.incumbents.clear();
    QVERIFY(refused(none, m_problem, ""));
  }

  /// Of several places each is one of its own, none behind a worse one; an incumbent has room and as many
  /// GPUs as it says.
  /// Every value of the answer's strategy is part of the claim.
  void everyValueOfTheAnswerIsRefusedWhenAltered() {
    const Json strategy = m_certificate.incumbents.front().strategy;
    int altered_values = 0;
    const Json flat = strategy.flatten();
    for (const auto& [pointer, value] : flat.items()) {
      Json other = strategy;
      Json& leaf = other[Json::json_pointer(pointer)];
      if (value.is_boolean())
        leaf = !value.get<bool>();
      else if (value.is_number())
        leaf = value.get<int>() + 1;
      else
        leaf = value.is_string() ? Json(value.get<std::string>() + "x") : Json(1);
      Certificate altered = m_certificate;
      altered.incumbents.front().strategy = std::move(other);
      QVERIFY2(!verify::check(altered, m_problem).accepted, pointer.c_str());
      ++altered_values;
    }
    QVERIFY(altered_values > 10);
  }

  void falsePlacesAreRefused() {
    const auto made = certificate_of(m_problem, Objective::throughput, 3);
    QVERIFY(made && made->incumbents.size() == 3 && made->incumbents[0].step < made->incumbents[1].step);
    Certificate altered = *made;
    altered.incumbents[1] = altered.incumbents[0];
    QVERIFY(refused(altered, m_problem, "the incumbents 1 and 2 are the same, but for their layers"));
    altered = *made;
    std::swap(altered.incumbents[0], altered.incumbents[1]);
    QVERIFY(refused(altered, m_problem, "the incumbent 2 stands behind a worse one"));
    strategy::Problem narrow = m_problem;
    for (hardware::Pool& pool : narrow.cluster.pools) pool.gpu.memory = gib(0.5);
    QVERIFY(refused(*made, narrow, "does not fit into memory"));
    const auto fewest = certificate_of(m_problem, Objective::gpus);
    QVERIFY(fewest);
    altered = *fewest;
    ++altered.incumbents.front().gpus;
    QVERIFY(refused(altered, m_problem, "the incumbent takes"));
  }

  /// Nodes that cover something twice, by their order or by a setting of two kinds.
  void doubleCountsAreRefused() {
    Certificate altered = m_certificate;
    std::swap(altered.nodes[0], altered.nodes[1]);
    QVERIFY(refused(altered, m_problem, "stands out of order"));
    altered = m_certificate;
    altered.kinds.push_back({altered.kinds.front().front()});
    QVERIFY(refused(altered, m_problem, "is listed twice"));
    altered = m_certificate;
    altered.kinds.emplace_back();
    QVERIFY(refused(altered, m_problem, "is empty"));
  }

  /// A split has a layer for each stage, a pool the stages that its family has, and the incumbent a node.
  void falseSplitsAreRefused() {
    Certificate altered = m_certificate;
    for (verify::Node& node : altered.nodes)
      if (node.verdict == Verdict::evaluated) {
        node.verdict = Verdict::refuted;
        node.layers.clear();
      }
    QVERIFY(refused(altered, m_problem, "no evaluated node is the incumbent's configuration"));
    const auto mixture_of = [](const verify::Node& node) {
      const auto length = static_cast<std::ptrdiff_t>(std::min<std::size_t>(4, node.path.size()));
      return std::vector<std::uint32_t>(node.path.begin(), node.path.begin() + length);
    };
    int splits = 0, stages = 0;
    for (std::size_t i = 0; i < m_certificate.nodes.size(); ++i) {
      altered = m_certificate;
      verify::Node& node = altered.nodes[i];
      if (splits == 0 && node.verdict == Verdict::evaluated && node.layers.size() > 1) {
        node.layers.front() += node.layers.back();
        node.layers.back() = 0;
        QVERIFY(refused(altered, m_problem, "deals out other layers"));
        ++splits;
      } else if (stages == 0 && i > 0 && node.path.size() > 4 && node.path[4] > 0 &&
                 mixture_of(node) != mixture_of(altered.nodes[i - 1])) {
        node.path[4] = 0;  // the first of its mixture: still behind the node before
        QVERIFY(refused(altered, m_problem, "gives a pool 0 stages"));
        ++stages;
      }
    }
    QCOMPARE(splits, 1);
    QCOMPARE(stages, 1);
  }

  void otherFalseClaimsAreRefused() {
    const std::size_t cut = m_cut[m_cut.size() / 3];
    Certificate altered = m_certificate;
    altered.nodes[cut].verdict = Verdict::no_room;
    QVERIFY(refused(altered, m_problem, "nothing fits"));
    altered = m_certificate;
    altered.nodes.insert(altered.nodes.begin() + static_cast<std::ptrdiff_t>(cut), altered.nodes[cut]);
    QVERIFY(refused(altered, m_problem, "overlaps"));
    altered = m_certificate;
    altered.nodes[cut].path.front() = 1000000;
    QVERIFY(refused(altered, m_problem, ""));
    altered = m_certificate;
    std::swap(altered.kinds.front(), altered.kinds.back());
    QVERIFY(refused(altered, m_problem, ""));
    altered = m_certificate;
    std::reverse(altered.kinds.front().begin(), altered.kinds.front().end());
    QVERIFY(refused(altered, m_problem, "is out of order"));
    altered = m_certificate;
    altered.kinds.front().pop_back();
    QVERIFY(refused(altered, m_problem, ""));
    // A whole family cut with the bound of one of its parts: coarser than what can be shown.
    altered = m_certificate;
    for (verify::Node& node : altered.nodes)
      if (node.path.size() >= 2 && node.verdict == Verdict::cut) {
        node.path.resize(node.path.size() - 1);
        break;
      }
    QVERIFY(refused(altered, m_problem, ""));
  }

  /// Proofs for every goal, of one place and of several, altered in one place at random.
  void anyAlterationIsRefused() {
    std::mt19937 random(29);
    std::array<int, 8> tried{};
    constexpr int kProblems = std::max(6, cases(14));
    for (int i = 0; i < kProblems; ++i) {
      strategy::Problem problem = random_problem(random, i % 3 != 0);
      if (i % 5 != 0) without_offload(problem);
      const Objective objective =
          std::array{Objective::throughput, Objective::money, Objective::gpus, Objective::pareto}[i % 4];
      if (i % 2 == 0 || objective == Objective::gpus) problem.cluster.may_leave_unused = true;
      const auto certificate = certificate_of(problem, objective, 1 + i % 3);
      if (!certificate || !certificate->feasible()) continue;
      QVERIFY(verify::check(*certificate, problem).accepted);
      const std::size_t all = certificate->nodes.size();
      for (std::size_t kind = 0; kind < tried.size(); ++kind)
        for (int k = 0; k < 2; ++k) {
          Certificate altered = *certificate;
          verify::Node& node = altered.nodes[random() % all];
          verify::Incumbent& incumbent = altered.incumbents[random() % altered.incumbents.size()];
          const std::uint64_t by = random() % 2 == 0 ? 1 : ~std::uint64_t{0};
          if (kind == 0) altered.nodes.erase(altered.nodes.begin() + (&node - altered.nodes.data()));
          if (kind == 1)  // twice
            altered.nodes.insert(altered.nodes.begin() + (&node - altered.nodes.data()), verify::Node(node));
          if (kind == 2) node.path.back() += static_cast<std::uint32_t>(by);
          if (kind == 3) incumbent.step *= random() % 2 == 0 ? 1.0 - 1e-9 : 1.0 + 1e-9;
          if (kind == 4 && node.verdict != Verdict::cut) continue;
          if (kind == 4) node.verdict = random() % 2 == 0 ? Verdict::limit : Verdict::refuted;
          if (kind == 5 && (node.verdict == Verdict::no_room || node.verdict == Verdict::limit)) continue;
          if (kind == 5) node.verdict = Verdict::no_room;
          if (kind == 6)  // a layer more
            ++std::find_if(altered.nodes.begin(), altered.nodes.end(), [](const verify::Node& leaf) {
                return leaf.verdict == Verdict::evaluated;
              })->layers.front();
          if (kind == 7 && objective == Objective::throughput) altered.objective = Objective::money;
          if (kind == 7 && objective == Objective::gpus) ++incumbent.gpus;
          if (kind == 7 && certificate->counts_money()) incumbent.usd *= 1.0 + 1e-9;
          QVERIFY2(!verify::check(altered, problem).accepted,
                   qPrintable(QStringLiteral("problem %1, alteration %2").arg(i).arg(kind)));
          ++tried[kind];
        }
    }
    for (const int times : tried) QVERIFY2(times > kProblems / 3, QByteArray::number(times).constData());
  }

  /// The nodes of one question do not prove another.
  void foreignQuestionIsRefused() {
    strategy::Problem faster = m_problem;
    faster.cluster.pools[0].relative_speed = 1.1;
    QVERIFY(refused(m_certificate, faster, ""));
    strategy::Problem larger = m_problem;
    larger.cluster.pools[1].max_gpus *= 2;
    QVERIFY(refused(m_certificate, larger, ""));
    strategy::Problem stricter = m_problem;
    stricter.job.limits.power_kw = 0.5;
    QVERIFY(refused(m_certificate, stricter, "limit"));
  }

  void fileHoldsAll() {
    Certificate written = m_certificate;
    written.question = {{"model", "none"}};
    const std::string bytes = verify::encode(written);
    const auto read = verify::decode(bytes);
    QVERIFY(read);
    QVERIFY(read->nodes == written.nodes && read->kinds == written.kinds);
    QVERIFY(read->question == written.question && read->incumbents == written.incumbents);
    QVERIFY(verify::check(*read, m_problem).accepted);
  }

  /// Files whose checksum is right and whose content is not: of another format, with more behind the last
  /// column or node than there should be, or larger than any proof.
  void soundFilesOfNonsenseAreRefused() {
    const std::string bytes = verify::encode(m_certificate);
    constexpr std::size_t kMagic = 8, kNumber = 8;
    const auto number_at = [](const std::string& text, std::size_t at) {
      std::uint64_t number = 0;
      for (std::size_t i = kNumber; i-- > 0;)
        number = number << 8U | static_cast<unsigned char>(text[at + i]);
      return number;
    };
    const auto number = [](std::uint64_t value) {
      std::string text;
      for (std::size_t i = 0; i < kNumber; ++i) text += static_cast<char>(value >> (8 * i) & 0xffU);
      return text;
    };
    const auto data = [](const std::string& text) { return reinterpret_cast<const Bytef*>(text.data()); };
    const auto sealed = [&](const std::string& body, std::uint64_t told) {
      std::string packed(compressBound(body.size()), '\0');
      uLongf size = packed.size();
      compress(reinterpret_cast<Bytef*>(packed.data()), &size, data(body), body.size());
      const std::string all = bytes.substr(0, kMagic) + number(told) + packed.substr(0, size);
      return all + number(crc32_z(0, data(all), all.size()));
    };
    std::string body(number_at(bytes, kMagic), '\0');
    uLongf got = body.size();
    const std::string packed = bytes.substr(kMagic + kNumber);
    QCOMPARE(uncompress(reinterpret_cast<Bytef*>(body.data()), &got, data(packed), packed.size()), Z_OK);
    QVERIFY(verify::decode(sealed(body, body.size())));
    const auto error = [&](const std::string& changed, std::uint64_t told) {
      const auto read = verify::decode(sealed(changed, told));
      return read ? std::string("read") : read.error().code + ": " + read.error().found;
    };
    const std::string damaged = std::string(code::damaged_certificate) + ": ";
    QCOMPARE(error(body + "x", body.size() + 1), damaged + "bytes behind the last column");
    // What it tells of its own size is compared with the file before anything is reserved for it.
    const std::uint64_t most = 256 * sealed(body, body.size()).size();
    QCOMPARE(error(body, most + 1),
             damaged + std::to_string(most / 256) + " bytes that unpack to " + std::to_string(most + 1));
    QCOMPARE(error(body, body.size() + 1), damaged + "bytes that cannot be unpacked");
    const std::string packed_twice = sealed(body, body.size());
    const auto more = [&](const std::string& behind) {
      const std::string all = packed_twice.substr(0, packed_twice.size() - kNumber) + behind;
      const auto read = verify::decode(all + number(crc32_z(0, data(all), all.size())));
      return read ? std::string("read") : read.error().code + ": " + read.error().found;
    };
    QCOMPARE(more(""), std::string("read"));
    QCOMPARE(more("x"), damaged + "bytes that cannot be unpacked");
    const std::size_t length = number_at(body, 0);
    const Json header = Json::parse(body.substr(kNumber, length));
    const auto with = [&](const char* key, std::uint64_t value) {
      Json other = header;
      other[key] = value;
      const std::string text = other.dump();
      return number(text.size()) + text + body.substr(kNumber + length);
    };
    const auto told = [&](const char* key, std::uint64_t value) {
      const std::string changed = with(key, value);
      return error(changed, changed.size());
    };
    const auto version = header["certificate"].get<std::uint64_t>();
    QCOMPARE(told("certificate", version - 1), damaged + "format " + std::to_string(version - 1));
    const auto older =
        verify::decode(sealed(with("certificate", 3) + number(0), with("certificate", 3).size() + kNumber));
    QVERIFY(!older && older.error().found == "format 3");  // of another number of columns, too
    QVERIFY(older.error().wanted.values.front().starts_with("format 6"));
    QCOMPARE(told("certificate", version + 1),
             std::string(code::newer_format) + ": format " + std::to_string(version + 1));
    QCOMPARE(told("nodes", m_certificate.nodes.size() - 1), damaged + "numbers behind the last node");
    QCOMPARE(told("nodes", m_certificate.nodes.size() + 1),
             damaged + "an impossible number in node " + std::to_string(m_certificate.nodes.size() + 1));
  }

  void damagedFilesAreRefused() {
    const std::string bytes = verify::encode(m_certificate);
    for (std::size_t size = 0; size < bytes.size(); size += 1 + bytes.size() / 200) {
      const auto read = verify::decode(std::string_view(bytes).substr(0, size));
      QVERIFY(!read);
      QVERIFY(read.error().code == code::damaged_certificate ||
              (size == 0 && read.error().code == code::not_a_certificate));
    }
    for (std::size_t i = 0; i < bytes.size(); i += 1 + bytes.size() / 200) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(changed[i] ^ 1);
      QVERIFY(!verify::decode(changed));
    }
    const auto foreign = verify::decode("SQLite format 3");
    QVERIFY(!foreign && foreign.error().code == code::not_a_certificate);
  }

  /// A kind with and without activations in host memory.
  void mixedKindIsRefused() {
    strategy::Problem problem = m_problem;
    problem.job.allowed["offload_activations"] = {"false", "true"};
    const auto certificate = certificate_of(problem);
    QVERIFY(certificate);
    const strategy::Space space(problem);
    strategy::Strategy strategy;
    space.start({{{0, 1, 1}}, 2, 1}, strategy);
    const auto other = [&](std::uint64_t setting) {
      space.choose(setting, strategy);
      strategy.offload_activations = false;
      return strategy;
    };
    Certificate altered = *certificate;
    std::vector<std::uint64_t>& first = altered.kinds.front();
    for (std::size_t k = 1; k < altered.kinds.size(); ++k) {
      const auto same = std::find_if(altered.kinds[k].begin(), altered.kinds[k].end(),
                                     [&](std::uint64_t s) { return other(s) == other(first.front()); });
      if (same == altered.kinds[k].end()) continue;
      first.push_back(*same);
      altered.kinds[k].erase(same);
      QVERIFY(refused(altered, problem, "mixes settings"));
      return;
    }
    QFAIL("no such pair of kinds");
  }

  /// The cheapest strategy of the two pools, a tenth cheaper than it is: told at once.
  void loweredPriceIsRefused() {
    auto certificate = certificate_of(m_problem, Objective::money);
    QVERIFY(certificate && certificate->feasible());
    certificate->incumbents.front().usd *= 0.9;
    QVERIFY(refused(*certificate, m_problem, "the incumbent's step costs"));
  }

 private:
  strategy::Problem m_problem;
  Certificate m_certificate;
  std::vector<std::size_t> m_cut;
};

}  // namespace tst_certificate_refused

ASTROLABE_TEST(tst_certificate_refused, TestCertificateRefused)
#include "tst_certificate_refused.moc"
