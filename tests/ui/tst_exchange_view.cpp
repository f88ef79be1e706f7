// The all-to-all of a deployment as a view: bound, schedule by slot and rank, experts of each rank.
#include <QLabel>
#include <QTableView>
#include <QtTest>

#include "core/hardware/catalogue.h"
#include "core/model/model_reader.h"
#include "tests/program/test_program.h"
#include "ui/results/exchange_gantt.h"
#include "ui/results/exchange_view.h"

namespace tst_exchange_view {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

namespace {

/// Mixtral, 8 experts of which 2 are asked, on as many H100 as `ranks`.
serving::Question mixtral(const char* load) {
  Json job = {{"task", "serve"},
              {"traffic", {{"concurrency", 64}}},
              {"input_tokens", 1000},
              {"output_tokens", 1000},
              {"precision", "fp8"}};
  if (load) job["expert_load"] = json_or_null(load);
  const auto read = serving::read_serve_job(job);
  if (!read) qFatal("%s", read.error().where.c_str());
  return *serving::make_question(*model::read_model("mixtral-8x7b"),
                                 *hardware::Catalogue::built_in().find_gpu("h100-sxm"), *read);
}

std::optional<serving::ExpertExchange> exchange_of(const char* load, int ranks = 4) {
  serving::Worker worker;
  worker.attention_data_parallel = worker.expert_parallel = ranks;
  return serving::expert_exchange(mixtral(load), worker, 64.0);
}

}  // namespace

class TestExchangeView : public QObject {
  Q_OBJECT

 private slots:
  void evenLoads();
  void unevenLoads();
  void slotsAreWalked();
  void groupsOfADeployment();
  void nothingToShow();
};

void TestExchangeView::evenLoads() {
  // 64 tokens x 2 experts x 4096 bytes, of which three quarters leave: 393,216 bytes; all at once in 3 slots.
  const auto exchange = exchange_of(nullptr);
  QVERIFY(exchange.has_value());
  QCOMPARE(exchange->traffic.most(), 393216.0);
  QCOMPARE(exchange->bound_seconds, 393216.0 / (exchange->gb_per_s * 1e9));
  QCOMPARE(exchange->schedule.all_slots.size(), std::size_t{3});
  ExchangeView view;
  view.setExchange(exchange);
  view.resize(900, 400);
  view.show();
  const auto* words = view.findChild<QLabel*>(u"exchangeWords"_s);
  QVERIFY2(words->text().contains(u"Assumed"_s), qPrintable(words->text()));
  QCOMPARE(view.mapping().rowCount(), 4);
  QCOMPARE(view.mapping().data(view.mapping().index(1, 2), Qt::DisplayRole).toString(), u"2, 3"_s);
  QVERIFY(!view.grab().isNull());
  QVERIFY(view.figure().size.isValid());
  QVERIFY(view.copyText().contains(u"0\t1"_s));
}

void TestExchangeView::unevenLoads() {
  // The fullest rank receives twice the mean, its own quarter of it stays: 2 x 64 x 2 x 4096 x 3/4.
  const auto exchange = exchange_of(R"({"skew": 2})");
  QVERIFY(exchange.has_value());
  QVERIFY(std::abs(exchange->placement.fullest - 2.0) < 1e-6);
  QVERIFY(std::abs(exchange->traffic.most() / 786432.0 - 1.0) < 1e-6);
  QVERIFY(std::abs(exchange->schedule.gap()) < 1e-9);
  const auto copied = exchange_of(R"({"skew": 2, "redundant_experts": 4})");
  QVERIFY(copied->placement.fullest < exchange->placement.fullest);
  QVERIFY(copied->bound_seconds < exchange->bound_seconds);
  ExchangeView view;
  view.setExchange(copied);
  const auto* words = view.findChild<QLabel*>(u"exchangeWords"_s);
  QVERIFY(!words->text().contains(u"Assumed"_s));
  QVERIFY2(view.copyText().contains(u"copies"_s), qPrintable(view.copyText()));
}

void TestExchangeView::slotsAreWalked() {
  ExchangeView view;
  view.setExchange(exchange_of(nullptr));
  view.resize(900, 400);
  view.show();
  ExchangeGantt& gantt = view.gantt();
  gantt.setFocus();
  QTest::keyClick(&gantt, Qt::Key_Right);
  QCOMPARE(gantt.selected(), 0);
  QTest::keyClick(&gantt, Qt::Key_End);
  QCOMPARE(gantt.selected(), 2);
  QTest::keyClick(&gantt, Qt::Key_Right);
  QCOMPARE(gantt.selected(), 2);
  QTest::keyClick(&gantt, Qt::Key_Home);
  QCOMPARE(gantt.selected(), 0);
  const auto* chosen = view.findChild<QLabel*>(u"exchangeSlot"_s);
  QVERIFY2(chosen->text().startsWith(u"Slot 1 of 3"_s), qPrintable(chosen->text()));
  QTest::mouseClick(&gantt, Qt::LeftButton, {}, gantt.itemRect(1).center());
  QCOMPARE(gantt.selected(), 1);
  QTest::keyClick(&gantt, Qt::Key_Escape);
  QCOMPARE(gantt.selected(), -1);
}

void TestExchangeView::groupsOfADeployment() {
  // 256 sequences of a replica, a drafted token each, over 4 ranks: 128 tokens of a rank.
  deploy::Group group;
  group.deployment.worker.attention_data_parallel = group.deployment.worker.expert_parallel = 4;
  group.deployment.worker.speculation = {1, 0.8};
  group.figures.batch = 256.0;
  ExchangeView view;
  view.setGroup(mixtral(nullptr), group);
  QVERIFY(view.exchange().has_value());
  QCOMPARE(view.exchange()->tokens, 128.0);
  view.setGroup(std::nullopt, group);
  QVERIFY(!view.exchange().has_value());
}

void TestExchangeView::nothingToShow() {
  QVERIFY(!exchange_of(nullptr, 1));
  // Ranks of tensor parallel attention have the same tokens.
  serving::Worker summing;
  summing.tensor_parallel = summing.expert_parallel = 4;
  QVERIFY(!serving::expert_exchange(mixtral(nullptr), summing, 64.0));
  ExchangeView view;
  view.setExchange(std::nullopt);
  view.show();
  QVERIFY(view.findChild<QLabel*>(u"exchangeWords"_s)->text().startsWith(u"No all-to-all"_s));
  QVERIFY(!view.findChild<QTableView*>(u"exchangeMapping"_s)->isVisible());
  QVERIFY(!view.figure().size.isValid());
}

}  // namespace tst_exchange_view

ASTROLABE_TEST(tst_exchange_view, TestExchangeView)
#include "tst_exchange_view.moc"
