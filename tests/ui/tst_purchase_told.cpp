// A worked purchase (tests/core/worked_purchase.h) as the JSON, the report, the slides and the decision tell
// it: the same figures in the same words.
#include <QTemporaryDir>
#include <QtTest>

#include "core/plan/answer.h"
#include "read_report.h"
#include "tests/core/worked_purchase.h"
#include "tests/program/test_program.h"
#include "ui/render/decision_words.h"
#include "ui/render/numbers.h"
#include "ui/render/ownership_words.h"
#include "ui/render/report.h"
#include "ui/shell/slides.h"

namespace tst_purchase_told {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;
using hardware::Commitment;
using hardware::CostBasis;

class TestPurchaseTold : public QObject {
  Q_OBJECT

  plan::SnapshotPtr m_buy, m_demand, m_spot;
  QTemporaryDir m_folder;

  static plan::SnapshotPtr answerOf(CostBasis basis, Commitment commitment) {
    strategy::Problem problem = tests::worked_problem(basis, commitment);
    problem.job.limits.deadline_hours = 87 * 24.0;
    return tests::worked_answer(problem);
  }

  /// The section of the report about the job with failures, and what follows from it for the machines.
  QString report(const plan::Snapshot& answer) {
    const QString path = m_folder.filePath(u"purchase.html"_s);
    const plan::Plan asked{};
    const planning::Option winner{answer.best.front(), {}, {}, {}, {}};
    ReportOptions options;
    options.settings.parts = {ReportPart::failures};
    const auto written = writeReport({answer, asked, winner, hardware::Catalogue::built_in()}, options, path,
                                     ReportForm::html);
    QFile file(path);
    return written && file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
  }

  static SlideContent slide(const plan::SnapshotPtr& answer, Slide page, bool hide,
                            const std::vector<SlideOption>& options = {}) {
    return slideContent(page, answer, hardware::Catalogue::built_in(), Theme::make(ThemeKind::Light), hide,
                        options);
  }

  /// As a reader of cells finds them: spaces are plain.
  static QString cell(double usd) { return moneyText(usd).simplified(); }

  static bool has(const QStringList& texts, const QString& words) {
    return texts.join(u'\n').contains(words);
  }

 private slots:
  void initTestCase() {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    m_buy = answerOf(CostBasis::buy, Commitment::on_demand);
    m_demand = answerOf(CostBasis::rent, Commitment::on_demand);
    m_spot = answerOf(CostBasis::rent, Commitment::spot);
  }

  /// A node of 8 for 300,000 USD where it is bought, and a GPU's hour for 3 USD where it is rented.
  void theSlideOfTheCluster() {
    const SlideContent bought = slide(m_buy, Slide::Cluster, false);
    QCOMPARE(bought.rows[0].back(), u"A node, to buy"_s);
    QCOMPARE(bought.rows[1].back(), moneyText(300'000.0));
    QCOMPARE(slide(m_demand, Slide::Cluster, false).rows[1].back(), moneyText(3.0));
    QVERIFY(!tellsMoney(slide(m_buy, Slide::Cluster, true).spoken()));
  }

  /// 1,497,254.40 USD over four years, even with the rent after 26.003 months; with money hidden none of it.
  void theSlideOfTheCost() {
    const SlideContent bought = slide(m_buy, Slide::Cost, false);
    QVERIFY2(has(bought.sentences, u"Owning the machines for 4 years costs $1.50\u202FM."_s) &&
                 has(bought.sentences, u"Buying is cheaper after 27 months of use."_s),
             qPrintable(bought.spoken()));
    const SlideContent rented = slide(m_demand, Slide::Cost, false);
    QVERIFY2(!has(rented.sentences, u"Owning"_s) &&
                 has(rented.sentences, u"Buying is cheaper after 27 months of use."_s),
             qPrintable(rented.spoken()));
    QVERIFY(!tellsMoney(slide(m_buy, Slide::Cost, true).spoken()));
  }

  /// Bought: the terms, then both beside each other year by year; rented: the latter alone. After 12 months
  /// renting has cost 673,228.80 and buying 1,264,000 + 89,913.60, after 48 months 2,692,915.20 and
  /// 1,623,654.40.
  void theReportOnRentingAndBuying() {
    const QString page = report(*m_buy);
    const read_report::Read bought = read_report::readHtml(page.toUtf8());
    QVERIFY2(bought.error.isEmpty(), qPrintable(bought.error));
    QVERIFY2(bought.headings.contains(u"Cost of ownership"_s) && bought.headings.contains(u"Rent or buy"_s),
             qPrintable(bought.headings.join(u'\n')));
    QCOMPARE(bought.drawings, 1);
    QVERIFY(bought.paragraphs.contains(u"Buying is cheaper after 27 months of use."_s));
    const auto row = [](const read_report::Read& read, const QString& first) {
      const qsizetype at = read.cells.indexOf(first);
      return at < 0 ? QStringList() : read.cells.mid(at + 1, 2);
    };
    for (const read_report::Read& read : {bought, read_report::readHtml(report(*m_demand).toUtf8())}) {
      QCOMPARE(row(read, u"12 months"_s), QStringList({cell(673'228.80), cell(1'353'913.60)}));
      QCOMPARE(row(read, u"48 months"_s), QStringList({cell(2'692'915.20), cell(1'623'654.40)}));
    }
    const QString rented = report(*m_demand);
    QVERIFY(rented.contains(u"Rent or buy"_s) && !rented.contains(u"Cost of ownership"_s));
  }

  /// Hours, dollars, energy and price of what is paid for, as the JSON has them, in the words of all others.
  void oneFigureEverywhere() {
    const std::vector<SlideOption> options{{u"Own"_s, m_buy, true, true, 1, true},
                                           {u"Demand"_s, m_demand, false, false, 2, true},
                                           {u"Spot"_s, m_spot, false, false, 3, true}};
    const SlideContent compared = slide(m_buy, Slide::Options, false, options);
    const DecisionWords words = decisionWords({{1, u"Own"_s, m_buy.get(), true},
                                               {2, u"Demand"_s, m_demand.get(), false},
                                               {3, u"Spot"_s, m_spot.get(), false}});
    const std::vector<plan::SnapshotPtr> answers{m_buy, m_demand, m_spot};
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const Json row = plan::to_json(answers[i]->best.front(), {"h100"});
      const QString hours = hoursText(row["outcome"]["hours"].get<double>());
      const QString usd = moneyText(row["outcome"]["usd"].get<double>());
      const QString page = report(*answers[i]);
      for (const QString& told : {hours, usd, energyText(row["outcome"]["energy_kwh"].get<double>())})
        QVERIFY2(page.contains(told), qPrintable(told));
      QVERIFY(slide(answers[i], Slide::Cost, false).figures.front()[0] == usd);
      QVERIFY2(compared.rows[i + 1].contains(hours) && compared.rows[i + 1].contains(usd),
               qPrintable(compared.rows[i + 1].join(u'\n')));
      if (i == 0) QVERIFY2(words.sentence.contains(hours), qPrintable(words.sentence));
      if (i == 0) QVERIFY2(words.sentence.contains(usd), qPrintable(words.sentence));
    }
    QVERIFY2(words.message.startsWith(u"Buy Own, done in 85.4"_s), qPrintable(words.message));
    QVERIFY2(has(words.further, u"Spot"_s), qPrintable(words.further.join(u'\n')));  // breaks the deadline
    QCOMPARE(compared.headline, words.message);
  }
};

}  // namespace tst_purchase_told

ASTROLABE_TEST(tst_purchase_told, TestPurchaseTold)
#include "tst_purchase_told.moc"
