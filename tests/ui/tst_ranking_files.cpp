// ui/results: what leaves the ranking, by the clipboard and as files.
#include <QApplication>
#include <QClipboard>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTimer>
#include <QtTest>
#include <atomic>
#include <chrono>
#include <stop_token>
#include <thread>

#include "core/base/error_codes.h"
#include "ranking_desk.h"
#include "result_snapshots.h"
#include "tests/program/test_program.h"
#include "ui/results/ranking_text.h"
#include "ui/shell/banner.h"
#include "ui/shell/reading.h"

namespace tst_ranking_files {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestRankingFiles : public QObject, FoundRanking {
  Q_OBJECT

  /// RFC 4180: cells of the records of a file.
  static QList<QStringList> parseCsv(const QByteArray& csv) {
    QList<QStringList> records;
    QStringList record;
    QByteArray cell;
    bool quoted = false;
    for (qsizetype i = 0; i < csv.size(); ++i) {
      const char c = csv[i];
      if (quoted) {
        if (c == '"' && i + 1 < csv.size() && csv[i + 1] == '"') {
          cell += '"';
          ++i;
        } else if (c == '"') {
          quoted = false;
        } else {
          cell += c;
        }
      } else if (c == '"') {
        quoted = true;
      } else if (c == ',') {
        record << QString::fromUtf8(std::exchange(cell, {}));
      } else if (c == '\r' && i + 1 < csv.size() && csv[i + 1] == '\n') {
        record << QString::fromUtf8(std::exchange(cell, {}));
        records << std::exchange(record, {});
        ++i;
      } else {
        cell += c;
      }
    }
    return records;
  }

 private slots:
  void initTestCase() { find(); }

  /// A42: three rows as text and as HTML, under headings, in full precision.
  void A42_copyThreeRows() {
    RankingDesk desk;
    RankingView& view = desk.page.view();
    view.setSnapshot(m_found);
    view.selectionModel()->clearSelection();
    for (int row = 0; row < 3; ++row)
      view.selectionModel()->select(view.model()->index(row, 0),
                                    QItemSelectionModel::Select | QItemSelectionModel::Rows);
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    const QMimeData* mime = QApplication::clipboard()->mimeData();
    const QStringList lines = mime->text().trimmed().split(u'\n');
    QCOMPARE(lines.size(), 4);
    const qsizetype speed = lines[0].split(u'\t').indexOf(u"Tokens/s"_s);
    QVERIFY(speed >= 0);
    for (int row = 0; row < 3; ++row)
      QCOMPARE(lines[row + 1].split(u'\t')[speed].toDouble(),
               m_found->best[static_cast<std::size_t>(row)].tokens_per_second);
    QCOMPARE(mime->html().count(u"<tr>"_s), 4);
    QVERIFY(mime->html().contains(u"<th>Tokens/s</th>"_s));
  }

  /// A41, the CSV: parsed back by the rules of RFC 4180, plain decimals in any locale, the numbers of the
  /// answer.
  void A41_csvReadsBack() {
    RankingModel model;
    model.setSnapshot(m_found);
    const QByteArray plain = rankingCsv(model);
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    QCOMPARE(rankingCsv(model), plain);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    const QList<QStringList> records = parseCsv(plain);
    QCOMPARE(records.size(), 21);
    for (const QStringList& record : records) QCOMPARE(record.size(), records[0].size());
    const qsizetype step = records[0].indexOf(u"step_seconds"_s),
                    usd = records[0].indexOf(u"usd_per_trillion_tokens"_s);
    for (int row = 0; row < 20; ++row) {
      const cost::Evaluation& e = m_found->best[static_cast<std::size_t>(row)];
      QCOMPARE(records[row + 1][step].toDouble(), e.step.value);
      QCOMPARE(records[row + 1][usd].toDouble(), *e.money.usd_per_trillion_tokens);
    }
  }

  /// A file is written beside the window: it holds the rows as they stood, whatever arrives meanwhile; one
  /// that is cancelled, or cannot be written, leaves what stood there.
  void filesAreWrittenBesideTheWindow() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"ranking.csv"_s);
    const auto content = [&] {
      QFile file(path);
      return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    RankingModel model;
    model.setSnapshot(madeUpSnapshot(m_problem, 3000));
    model.setPinned({planning::layout_of(model.snapshot()->best[70].strategy)});
    const QByteArray whole = rankingCsv(model);
    Banner banner(u"banner"_s);
    banner.show();
    int turns = 0;
    QTimer arrives;
    connect(&arrives, &QTimer::timeout, &model, [&] {
      ++turns;
      model.setSnapshot(madeUpSnapshot(m_problem, 20, static_cast<unsigned>(turns)));
    });
    arrives.start(5);
    std::atomic<bool> wait = true;
    const Write slow = [rows = model.frozen(), &wait](QIODevice& file, const std::stop_token& stop) {
      while (wait && !stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return writeRankingCsv(*rows, file, stop);
    };
    QTimer::singleShot(80, this, [&] { wait = false; });
    auto end = writeBeside(banner, path, slow);
    QVERIFY(end && *end == Written::Whole);
    QVERIFY(turns > 0);  // the event loop went on
    QCOMPARE(content(), whole);
    arrives.stop();
    wait = true;  // now it would last for ever
    QTimer::singleShot(0, this, [&] {
      QTRY_VERIFY_WITH_TIMEOUT(banner.findChild<QPushButton*>(u"banner.cancel"_s), 60'000);
      banner.findChild<QPushButton*>(u"banner.cancel"_s)->click();
    });
    const Write never = [&wait](QIODevice& file, const std::stop_token& stop) {
      file.write("half");
      while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      wait = false;
      return false;
    };
    end = writeBeside(banner, path, never);
    QVERIFY(end && *end == Written::Cancelled);
    QTRY_VERIFY(!wait);
    QCOMPARE(content(), whole);
    end = writeBeside(banner, folder.filePath(u"nowhere/ranking.csv"_s), slow);
    QVERIFY(!end);
    QCOMPARE(end.error().code, std::string(code::cannot_save));
  }

  /// Both ends of the band of the predictions, with every digit.
  void theBandInTheFile() {
    RankingModel model;
    model.setSnapshot(m_found);
    const cost::Evaluation& best = m_found->best.front();
    const auto records = parseCsv(rankingCsv(model));
    const qsizetype low = records[0].indexOf(u"step_seconds_low"_s),
                    high = records[0].indexOf(u"step_seconds_high"_s);
    QVERIFY(low >= 0 && high >= 0);
    QCOMPARE(records[1][low].toDouble(), best.step_low.value);
    QCOMPARE(records[1][high].toDouble(), best.step_high.value);
  }
};

}  // namespace tst_ranking_files

ASTROLABE_TEST(tst_ranking_files, TestRankingFiles)
#include "tst_ranking_files.moc"
