// The task of a scenario and what is served, typed and chosen in the window's panels: the document
// afterwards.
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QtTest>
#include <cmath>

#include "task_desk.h"
#include "tests/program/test_program.h"
#include "ui/shell/traffic_panel.h"

namespace tst_traffic_panel {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TrafficPanelTest : public QObject {
  Q_OBJECT

  std::unique_ptr<TaskDesk> m_desk;

  Json asked() const { return Json::parse(m_desk->document.plan().job.asked); }
  void serve() { chooseByKeys(m_desk->task, 1); }

 private slots:
  void init() { m_desk = std::make_unique<TaskDesk>(QSize(400, 900)); }
  void cleanup() { m_desk.reset(); }

  /// One undo step to serving and one back; nothing of either half is lost.
  void keepsBothTasks() {
    const strategy::Job trained = m_desk->document.plan().job;
    serve();
    QCOMPARE(m_desk->document.plan().job.task, std::string("serve"));
    QVERIFY(asked().contains("traffic") && asked().contains("input_tokens"));
    QVERIFY(m_desk->find<QWidget>("traffic").isVisible());
    QVERIFY(!m_desk->find<QWidget>("goalPanel.sequence").isVisible());
    QVERIFY(!m_desk->find<QWidget>("goalPanel.inTime").isVisible());
    type(m_desk->panel, "traffic.rate", u"20"_s);
    const std::string served = m_desk->document.plan().job.asked;
    chooseByKeys(m_desk->task, 0);
    QCOMPARE(m_desk->document.plan().job.task, std::string("train"));
    QCOMPARE(m_desk->document.plan().job.sequence_length, trained.sequence_length);
    QCOMPARE(m_desk->document.plan().job.asked, served);
    QVERIFY(m_desk->find<QWidget>("goalPanel.sequence").isVisible());
    serve();
    QCOMPARE(asked()["traffic"]["requests_per_second"], Json(20.0));
    for (int i = 0; i < 4; ++i) m_desk->document.undoStack().undo();
    QVERIFY(m_desk->document.plan().job == trained);
  }

  /// Each kind of traffic has its own number; what a person types is stated, what the start assumed is not.
  void asksTraffic() {
    serve();
    QVERIFY(!strategy::is_stated(m_desk->document.plan().job, "asked.traffic"));
    type(m_desk->panel, "traffic.rate", u"12.5"_s);
    QCOMPARE(asked()["traffic"], (Json{{"requests_per_second", 12.5}}));
    QVERIFY(strategy::is_stated(m_desk->document.plan().job, "asked.traffic"));
    chooseByKeys(m_desk->find<QComboBox>("traffic.kind"), 1);
    QVERIFY(asked()["traffic"].contains("concurrency"));
    QVERIFY(!asked()["traffic"].contains("requests_per_second"));
    type(m_desk->panel, "traffic.users", u"64"_s);
    QCOMPARE(asked()["traffic"], (Json{{"concurrency", 64.0}}));
    chooseByKeys(m_desk->find<QComboBox>("traffic.kind"), 2);
    QCOMPARE(asked()["traffic"], (Json{{"offline", true}}));
    QVERIFY(!m_desk->find<QWidget>("traffic.users").isVisible());
    m_desk->document.undoStack().undo();
    QCOMPARE(asked()["traffic"], (Json{{"concurrency", 64.0}}));
  }

  /// A published trace states both sides and its source; other forms begin with its numbers.
  void asksLengths() {
    serve();
    QCOMPARE(asked()["input_tokens"], (Json{{"profile", "azure-2023-conv"}}));
    QVERIFY(m_desk->find<QLabel>("traffic.input.note").text().contains(u"AzureLLMInferenceTrace_conv"_s));
    auto& profile = m_desk->find<QComboBox>("traffic.input.profile");
    chooseByKeys(profile, 2);
    QCOMPARE(asked()["input_tokens"], (Json{{"profile", "mooncake-conversation_trace"}}));
    QCOMPARE(asked()["output_tokens"], asked()["input_tokens"]);
    auto& form = m_desk->find<QComboBox>("traffic.output.form");
    chooseByKeys(form, 0);  // 342.6 tokens on average
    QCOMPARE(asked()["output_tokens"], Json(343.0));
    type(m_desk->panel, "traffic.output.tokens", u"1000"_s);
    QCOMPARE(asked()["output_tokens"], Json(1000.0));
    chooseByKeys(form, 1);
    QCOMPARE(asked()["output_tokens"], (Json{{"uniform", {800.0, 1000.0}}}));
    type(m_desk->panel, "traffic.output.low", u"2000"_s);
    QVERIFY(m_desk->find<QLabel>("traffic.output.error").isVisible());
    QCOMPARE(asked()["output_tokens"], (Json{{"uniform", {800.0, 1000.0}}}));
    type(m_desk->panel, "traffic.cached", u"30"_s);
    QCOMPARE(asked()["cached_prefix"], Json(0.3));
  }

  /// Prefixes that come again are asked for where some do; their room in the host's memory is fixed or left
  /// to the search.
  void asksPrefixes() {
    serve();
    QVERIFY(!m_desk->find<QWidget>("traffic.prefixes").isVisible());
    QVERIFY(!m_desk->find<QWidget>("traffic.host.check").isVisible());
    type(m_desk->panel, "traffic.cached", u"30"_s);
    QVERIFY(m_desk->find<QWidget>("traffic.prefixes").isVisible());
    type(m_desk->panel, "traffic.prefixes", u"5 M"_s);
    QCOMPARE(asked()["prefix_tokens"], Json(5e6));
    auto& check = m_desk->find<QCheckBox>("traffic.host.check");
    QTest::mouseClick(&check, Qt::LeftButton, {}, QPoint(8, check.height() / 2));
    QCOMPARE(asked()["fixed"], (Json{{"kv_host_gib", 64}}));
    type(m_desk->panel, "traffic.host", u"100"_s);
    QCOMPARE(asked()["fixed"], (Json{{"kv_host_gib", 100}}));
    QTest::mouseClick(&check, Qt::LeftButton, {}, QPoint(8, check.height() / 2));
    QVERIFY(!asked().contains("fixed"));
    m_desk->document.undoStack().undo();
    QCOMPARE(asked()["fixed"], (Json{{"kv_host_gib", 100}}));
    QVERIFY(check.isChecked());
    type(m_desk->panel, "traffic.prefixes", u"0"_s);
    QVERIFY(!asked().contains("prefix_tokens"));
    for (const char* name : {"traffic.cached", "traffic.prefixes", "traffic.host"})
      QVERIFY2(!m_desk->find<QWidget>(name).accessibleName().isEmpty(), name);
  }

  void asksPromises() {
    serve();
    type(m_desk->panel, "traffic.tpot", u"30"_s);
    QCOMPARE(asked()["promises"]["tpot_seconds"], Json(0.03));
    auto& check = m_desk->find<QCheckBox>("traffic.ttft.check");
    QTest::mouseClick(&check, Qt::LeftButton, {}, QPoint(8, check.height() / 2));
    QVERIFY(!asked()["promises"].contains("ttft_seconds"));
    auto& whole = m_desk->find<QCheckBox>("traffic.e2e.check");
    QTest::mouseClick(&whole, Qt::LeftButton, {}, QPoint(8, whole.height() / 2));
    QCOMPARE(asked()["promises"]["e2e_seconds"], Json(30.0));
    type(m_desk->panel, "traffic.quantile", u"99"_s);
    QCOMPARE(asked()["promises"]["quantile"], Json(0.99));
    // A promise of no time is refused at the field.
    type(m_desk->panel, "traffic.tpot", u"0"_s);
    QCOMPARE(asked()["promises"]["tpot_seconds"], Json(0.03));
    QVERIFY(m_desk->find<QLabel>("traffic.tpot.error").isVisible());
  }

  void asksTheEngine() {
    serve();
    chooseByKeys(m_desk->find<QComboBox>("traffic.precision"), 1);
    QCOMPARE(asked()["precision"], Json("fp8"));
    chooseByKeys(m_desk->find<QComboBox>("traffic.kvPrecision"), 2);
    QCOMPARE(asked()["kv_precision"], Json("fp8"));
    chooseByKeys(m_desk->find<QComboBox>("traffic.engine"), 2);
    auto& date = m_desk->find<QLineEdit>("traffic.engineDate");
    date.setFocus();
    QTest::keyClicks(&date, u"2026-13"_s);
    QTest::keyClick(&date, Qt::Key_Return);
    QVERIFY(m_desk->find<QLabel>("traffic.engineDate.error").isVisible());
    QVERIFY(!asked()["software"].contains("date"));
    date.selectAll();
    QTest::keyClicks(&date, u"2026-06"_s);
    QTest::keyClick(&date, Qt::Key_Return);
    QCOMPARE(asked()["software"], (Json{{"runtime", "tensorrt-llm"}, {"date", "2026-06"}}));
    type(m_desk->panel, "traffic.spares", u"1"_s);
    QCOMPARE(asked()["spare_replicas"], Json(1));
    auto& layers = m_desk->find<QCheckBox>("traffic.layers");
    QTest::mouseClick(&layers, Qt::LeftButton, {}, QPoint(8, layers.height() / 2));
    QCOMPARE(asked()["placement"], Json("layers"));
  }

  /// A day that can be chosen has the stated rate as its mean; factors are typed and changed by keys, each a
  /// step; users in flight know no day.
  void asksTheDay() {
    serve();
    chooseByKeys(m_desk->find<QComboBox>("traffic.hours.shape"), 1);
    Json hours = asked()["traffic"]["hours"];
    QCOMPARE(hours.size(), std::size_t(24));
    double sum = 0.0;
    for (const Json& factor : hours) sum += factor.get<double>();
    QVERIFY(std::fabs(sum - 24.0) < 1e-9);  // a cosine and its opposite, twelve hours apart, add up to 2
    QCOMPARE(hours[14], Json(1.6));         // 1 + 0.6 at the busiest hour
    QCOMPARE(hours[2], Json(0.4));          // 1 - 0.6 half a day later
    auto& factors = m_desk->find<QLineEdit>("traffic.hours.factors");
    const auto typed = [&](const QString& text) {
      factors.setFocus();
      factors.selectAll();
      QTest::keyClicks(&factors, text);
      QTest::keyClick(&factors, Qt::Key_Return);
    };
    typed(u"1 2 3"_s);
    QVERIFY(m_desk->find<QLabel>("traffic.hours.error").isVisible());
    QCOMPARE(asked()["traffic"]["hours"], hours);
    QStringList day(24, u"0.5"_s);
    day[9] = u"3"_s;
    typed(day.join(u' '));
    QVERIFY(!m_desk->find<QLabel>("traffic.hours.error").isVisible());
    hours = asked()["traffic"]["hours"];
    QCOMPARE(hours[9], Json(3.0));
    QCOMPARE(hours[0], Json(0.5));
    auto& bars = m_desk->find<QWidget>("traffic.hours.bars");
    bars.setFocus();
    QTest::keyClick(&bars, Qt::Key_Right);
    QTest::keyClick(&bars, Qt::Key_Up);
    QCOMPARE(asked()["traffic"]["hours"][1], Json(0.6));
    m_desk->document.undoStack().undo();
    QCOMPARE(asked()["traffic"]["hours"], hours);
    chooseByKeys(m_desk->find<QComboBox>("traffic.kind"), 1);
    QVERIFY(!asked()["traffic"].contains("hours"));
    QVERIFY(!bars.isVisible());
  }

  /// Bursts, drafted tokens and how often they are accepted; what nobody states is not in the job.
  void asksWhatFewJobsSay() {
    serve();
    type(m_desk->panel, "traffic.arrivals", u"2.5"_s);
    QCOMPARE(asked()["traffic"]["arrival_cv"], Json(2.5));
    QVERIFY(!m_desk->find<QWidget>("traffic.accepted").isVisible());
    type(m_desk->panel, "traffic.drafts", u"3"_s);
    QVERIFY(m_desk->find<QWidget>("traffic.accepted").isVisible());
    type(m_desk->panel, "traffic.accepted", u"80"_s);
    QCOMPARE(asked()["speculation"], (Json{{"draft_tokens", 3}, {"accepted", 0.8}}));
    type(m_desk->panel, "traffic.drafts", u"0"_s);
    QVERIFY(!asked().contains("speculation"));
    QVERIFY(!m_desk->find<QWidget>("traffic.experts").isVisible());  // the model has none
  }

  /// What a planner refuses is said at the field that it names.
  void tellsMistakesAtTheField() {
    serve();
    m_desk->panel.traffic().tell(
        Error{"out_of_range", {}, "promises.ttft_seconds", "0.001", {Wanted::Kind::at_least, {"0.02"}}});
    QVERIFY(m_desk->find<QLabel>("traffic.ttft.error").isVisible());
    QVERIFY(!m_desk->find<QLabel>("traffic.error").isVisible());
    m_desk->panel.traffic().tell({});
    QVERIFY(!m_desk->find<QLabel>("traffic.ttft.error").isVisible());
  }
};

}  // namespace tst_traffic_panel

ASTROLABE_TEST(tst_traffic_panel, TrafficPanelTest)
#include "tst_traffic_panel.moc"
