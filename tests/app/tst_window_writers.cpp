// Everything that the window writes, to places with every kind of trouble: what stood there before is
// untouched, nothing stays beside it, and the banner says so of the right file.

#include <sys/resource.h>
#include <sys/stat.h>

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QTabWidget>
#include <QTest>

#include "app/kept_settings.h"
#include "core/base/file_write.h"
#include "core/plan/plan_file.h"
#include "tests/app/saving_desk.h"
#include "tests/program/full_device.h"
#include "tests/program/test_program.h"
#include "tests/program/tight_place.h"
#include "tests/program/troubled_target.h"
#include "ui/shell/banner.h"

namespace tst_window_writers {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using tests::TightDisk;
using tests::Trouble;
using namespace astrolabe::keeping;

struct Writer {
  const char* name;
  const char* action;  ///< null: the plan itself
  const char* ending;
};

const Writer kWriters[] = {{"plan", nullptr, ".astrolabe"},
                           {"bill", "actionExportBill", ".csv"},
                           {"arguments", "actionLaunch.megatron-lm", ".args"},
                           {"answer", "actionExportJson", ".json"},
                           {"timeline", "actionExportTrace", ".json"},
                           {"ranking", "actionExportRanking", ".csv"},
                           {"drawing", "actionExportCanvas", ".svg"},
                           {"pages of a drawing", "actionExportCanvas", ".pdf"},
                           {"picture", "actionExportCanvas", ".png"},
                           {"report", "actionExportReport", ".pdf"},
                           {"web page", "actionExportReport", ".html"},
                           {"Markdown", "actionExportReport", ".md"}};

class WindowWritersTest : public KeepingTest {
  Q_OBJECT

  std::unique_ptr<MainWindow> m_window;

  /// Gives the next dialog for a file this place, whatever stands there.
  void chooses(const QString& path) {
    ui::whenAsked(this, [this, path](QWidget* asked) {
      auto* dialog = qobject_cast<QFileDialog*>(asked);
      if (dialog == nullptr) return asked->close(), void();
      dialog->setOption(QFileDialog::DontConfirmOverwrite);
      dialog->selectFile(path);
      dialog->findChild<QLineEdit*>()->setText(path);
      QMetaObject::invokeMethod(dialog, "accept");
    });
  }
  /// Has the file written, and waits for what is said of it. True: it was told as written.
  bool write(const Writer& writer, const QString& path) {
    auto* told = m_window->findChild<QLabel*>(u"statusBar.message"_s);
    told->clear();
    ui::Banner& banner = fileBanner(*m_window);
    banner.clear();
    if (writer.action == nullptr) {
      m_window->saveFile(path);
    } else {
      chooses(path);
      m_window->actions()[writer.action]->trigger();
    }
    const auto isWritten = [told] {
      return told->text().startsWith(u"Wrote"_s) || told->text().startsWith(u"Saved"_s);
    };
    const bool said =
        QTest::qWaitFor([&] { return isWritten() || !banner.message().code.isEmpty(); }, 120'000);
    if (!said) QTest::qFail("nothing was said", __FILE__, __LINE__);
    return isWritten();
  }

 private slots:
  void initTestCase() {
    dress();
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    m_window = opened();
    m_window->bridge().run();
    QVERIFY(ui::finished(*m_window));
    ui::selectCommonLayout(*m_window);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->actions()["actionExportTrace"]->isEnabled(), 60'000);
  }
  void cleanupTestCase() { m_window.reset(); }

  void everyWriter_data() {
    QTest::addColumn<int>("writer");
    QTest::addColumn<int>("trouble");
    for (int writer = 0; writer < int(std::size(kWriters)); ++writer)
      for (int trouble = 0; trouble < int(std::size(tests::kTroubles)); ++trouble)
        if (tests::in_slice(writer, trouble))
          QTest::addRow("%s: %s", kWriters[writer].name, tests::kTroubles[trouble]) << writer << trouble;
  }
  void everyWriter() {
    QFETCH(int, writer);
    QFETCH(int, trouble);
    const Writer& made = kWriters[writer];
    const auto kind = static_cast<Trouble>(trouble);
    const QString folder = m_folder.filePath(u"%1-%2"_s.arg(writer).arg(trouble));
    const tests::TroubledTarget target(kind, folder, QString::fromUtf8(made.ending));
    if (target.missing != nullptr) QSKIP(target.missing);
    if (QTest::currentTestFailed()) return;
    bool written = false;
    {
      std::unique_ptr<tests::LockedFolder> locked;
      std::unique_ptr<TightDisk> tight;
      if (kind == Trouble::LockedFolder) locked = std::make_unique<tests::LockedFolder>(folder);
      if (kind == Trouble::Full) tight = std::make_unique<TightDisk>(40);
      written = write(made, target.path);
    }
    const ui::Message message = fileBanner(*m_window).message();
    QCOMPARE(written, target.succeeds);
    if (target.succeeds) return target.checkWritten();
    QCOMPARE(message.code, u"AST-F404"_s);
    target.checkKept();
    const QString title = message.plain();
    QVERIFY2(title.contains(kind == Trouble::Vanished                                    ? u"folder"_s
                            : kind == Trouble::ReadOnly || kind == Trouble::ReadOnlyLink ? u"read-only"_s
                            : kind == Trouble::Full       ? u"more than a file may hold"_s
                            : kind == Trouble::FullDevice ? u"not a regular file"_s
                                                          : u"no permission"_s),
             qPrintable(title));
    QVERIFY2(title.contains(u"target"_s), qPrintable(title));
  }

  /// The copy of unsaved work is the old or the new one, and a next edit writes it where there is room again.
  void theRecoveryCopy() {
    const QString copies = at("copies");
    auto window = opened();
    window->unsavedWork().setFolder(copies);
    edit(*window, 5);
    window->unsavedWork().keep();
    const QByteArray before = tests::all_in(copies);
    const QString copy = copies + u'/' + QDir(copies).entryList({u"*.astrolabe"_s}).value(0);
    QCOMPARE(plan::read_plan(copy.toStdString())->plan.cluster.pools.front().nodes, 5);
    edit(*window, 6);
    for (const rlim_t room : {0, 60, 5000}) {
      const TightDisk tight(room);
      window->unsavedWork().keep();
      const auto kept = plan::read_plan(copy.toStdString());
      QVERIFY(kept);
      QCOMPARE(kept->plan.cluster.pools.front().nodes, 5);
    }
    window->unsavedWork().keep();
    QCOMPARE(plan::read_plan(copy.toStdString())->plan.cluster.pools.front().nodes, 6);
    for (const QString& entry : QDir(copies).entryList(QDir::Files | QDir::Hidden))
      QVERIFY2(!entry.startsWith(u'.'), qPrintable(entry));
    QVERIFY(!before.isEmpty());
  }

  /// Settings are what QSettings reads, whatever they hold, and a disk without room keeps the old ones.
  void settings() {
    const QString path = at("state/window.ini");
    const QMap<QString, QVariant> values{{u"number"_s, 0.1},
                                         {u"whole"_s, 7},
                                         {u"yes"_s, true},
                                         {u"empty"_s, QString()},
                                         {u"text"_s, u"a \"b\", c; d=e\\f\n@x 12ab ÄÖ中文 %20"_s},
                                         {u"at"_s, u"@Invalid()"_s},
                                         {u"none"_s, QStringList()},
                                         {u"one"_s, QStringList{u"/plans/a b/ä,1.astrolabe"_s}},
                                         {u"list"_s, QStringList{u"a,b"_s, u""_s, u"@c"_s, u"é1"_s}},
                                         {u"bytes"_s, QByteArray("\x00\xff\x01 abc)\"\\1", 11)},
                                         {u"keys/actionSave"_s, u"Ctrl+S"_s},
                                         {u"keys/odd key/%"_s, u"x"_s}};
    {
      app::KeptSettings kept(path);
      for (auto entry = values.begin(); entry != values.end(); ++entry)
        kept.setValue(entry.key(), entry.value());
      QVERIFY(kept.sync());
    }
    const auto same = [&](const auto& settings) {
      for (auto entry = values.begin(); entry != values.end(); ++entry) {
        const QVariant found = settings.value(entry.key());
        const bool equal = entry.value().typeId() == QMetaType::QStringList
                               ? found.toStringList() == entry.value().toStringList()
                           : entry.value().typeId() == QMetaType::QByteArray
                               ? found.toByteArray() == entry.value().toByteArray()
                               : found.toString() == entry.value().toString();
        if (!equal) {
          qWarning() << entry.key() << found << entry.value();
          return false;
        }
      }
      return true;
    };
    QVERIFY(same(QSettings(path, QSettings::IniFormat)));
    const QString moved = at("state/moved.ini");  // read without what this program remembers
    QVERIFY(QFile::copy(path, moved));
    QVERIFY(same(app::KeptSettings(moved)));
    QCOMPARE(app::KeptSettings(path).keysOf(u"keys"_s).size(), 2);
    const QByteArray before = content(path);
    {
      const TightDisk tight(20);
      app::KeptSettings kept(path);
      kept.setValue(u"whole"_s, 8);
      QVERIFY(!kept.sync());
    }
    QCOMPARE(content(path), before);
    app::KeptSettings kept(path);
    kept.remove(u"keys"_s);
    kept.setValue(u"whole"_s, 8);
    QVERIFY(kept.sync());
    const QSettings read(path, QSettings::IniFormat);
    QCOMPARE(read.value(u"whole"_s).toInt(), 8);
    QVERIFY(read.allKeys().filter(u"keys"_s).isEmpty());
    QCOMPARE(QDir(at("state")).entryList(QDir::Files | QDir::Hidden),
             QStringList({u"moved.ini"_s, u"window.ini"_s}));
  }
};

}  // namespace tst_window_writers

ASTROLABE_TEST(tst_window_writers, WindowWritersTest)
#include "tst_window_writers.moc"
