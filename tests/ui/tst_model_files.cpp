// What stands in and beside the file of a model: weights that do not add up to it, the lines of its keys, and
// the folder that holds both.

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QTimer>

#include "tests/program/test_program.h"
#include "tests/ui/goal_desk.h"
#include "tests/ui/model_desk.h"
#include "ui/document/commands/set_job.h"
#include "ui/document/plan_document.h"
#include "ui/shell/banner.h"
#include "ui/shell/model_origin.h"
#include "ui/shell/model_panel.h"

namespace tst_model_files {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::Banner;
using ui::ModelPanel;
using ui::PlanDocument;
using ui::sample;
using namespace ui::model_desk;

namespace {

/// The header of weights with one matrix of `rows` x `columns`: eight bytes of length, then JSON.
QByteArray weights(int rows, int columns) {
  const QByteArray json =
      u"{\"model.embed_tokens.weight\":{\"dtype\":\"BF16\",\"shape\":[%1,%2],\"data_offsets\":[0,%3]}}"_s
          .arg(rows)
          .arg(columns)
          .arg(2LL * rows * columns)
          .toUtf8();
  QByteArray bytes;
  for (int byte = 0; byte < 8; ++byte) bytes.append(char((json.size() >> (8 * byte)) & 0xFF));
  return bytes + json;
}

}  // namespace

class ModelFilesTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  /// Weights beside a configuration that do not add up to it: told with both numbers, kept while the plan is
  /// open, gone with the model and back with undo; the file that is read again warns again.
  void weightsThatDoNotAddUpAreAWarning() {
    QTemporaryDir folder;
    PlanDocument document;
    document.reset(sample(), {});
    ModelPanel panel(document);
    panel.show();
    auto* banner = panel.findChild<Banner*>(u"modelPanel.banner"_s);
    write(folder, llama());
    write(folder, weights(1'832'257, 4'096), u"model.safetensors"_s);
    QVERIFY(panel.load(folder.path()));
    QCOMPARE(document.undoStack().count(), 1);
    const auto told = [banner] {
      QString said = banner->isVisible() ? banner->message().plain() : QString();
      return said.remove(QRegularExpression(u"[^0-9A-Za-z. ]"_s));  // whatever groups the digits
    };
    // All but the head of 128,256 x 4,096: 1,832,257 x 4,096 = 7,504,924,672.
    QVERIFY2(told().contains(u"7504924672"_s) && told().contains(u"8030261248"_s), qPrintable(told()));
    QVERIFY2(told().contains(u"model.safetensors"_s), qPrintable(told()));
    QCOMPARE(banner->message().code, u"AST-M107"_s);
    QVERIFY(panel.findChild<QLabel*>(u"modelPanel.parameters"_s)->toolTip().contains(u"Weights"_s));
    QVERIFY(document.problem().has_value());  // it can be planned with all the same
    auto job = document.plan().job;
    job.global_batch = 256;
    document.undoStack().push(new ui::SetJob(document, job, u"batch"_s));
    QVERIFY(!told().isEmpty());  // another question, the same model
    document.undoStack().undo();
    document.undoStack().undo();
    QVERIFY(told().isEmpty());  // the model of the sample
    document.undoStack().redo();
    QVERIFY(!told().isEmpty());
    auto* dismiss = panel.findChild<QPushButton*>(u"modelPanel.dismiss"_s);
    QVERIFY(dismiss);
    QTest::mouseClick(dismiss, Qt::LeftButton);
    QVERIFY(told().isEmpty());
    document.undoStack().redo();
    QVERIFY(told().isEmpty());  // put away is put away
    QVERIFY(panel.load(folder.path()));
    QVERIFY(!told().isEmpty());
    {  // saved, and opened again without the weights
      const QString saved = folder.filePath(u"plan.astrolabe"_s);
      QVERIFY(document.save(saved));
      PlanDocument again;
      QVERIFY(again.load(saved));
      ModelPanel other(again);
      other.show();
      const Banner* warned = other.findChild<Banner*>(u"modelPanel.banner"_s);
      QVERIFY(warned->isVisible());
      QCOMPARE(warned->message().plain(), banner->message().plain());
      QVERIFY(again.plan() == document.plan());
    }
    QVERIFY(QFile::remove(folder.filePath(u"model.safetensors"_s)));
    QVERIFY(panel.load(folder.path()));  // the same text, nothing beside it
    QVERIFY(told().isEmpty());
    QCOMPARE(document.undoStack().index(), 2);

    write(folder, "\xff\xff\xff\xff\xff\xff\xff\x7f{", u"model.safetensors"_s);
    QVERIFY(panel.load(folder.path()));  // the configuration alone is enough
    QVERIFY2(told().contains(u"model.safetensors"_s) && told().contains(u"damaged"_s), qPrintable(told()));
  }

  /// A mark names the key of the file and its line, that of the family as well.
  void marksNameKeyAndLine() {
    QTemporaryDir folder;
    PlanDocument document;
    document.reset(sample(), {});
    ModelPanel panel(document);
    panel.show();
    QVERIFY(panel.load(write(folder, llama())));
    const QString tip = panel.findChild<QLabel*>(u"modelPanel.heads.mark"_s)->toolTip();
    // llama(): "num_attention_heads" is the sixth line, "num_key_value_heads" the eighth.
    QVERIFY2(tip.contains(u"“num_attention_heads”, line 6"_s), qPrintable(tip));
    QVERIFY2(tip.contains(u"“num_key_value_heads”, line 8"_s), qPrintable(tip));
    QCOMPARE(text(panel, "modelPanel.family"), u"llama"_s);
    QCOMPARE(text(panel, "modelPanel.family.mark"), u"≡"_s);
    const QString family = panel.findChild<QLabel*>(u"modelPanel.family.mark"_s)->toolTip();
    QVERIFY2(family.contains(u"“model_type”, line 3"_s), qPrintable(family));
    using ui::lineOfKey;
    QCOMPARE(lineOfKey("{\n\"a\": 1,\n\"b\" :2}", "b"), 3);
    QCOMPARE(lineOfKey("{\n\"a\": \"b\",\n\"b\" :2}", "b"), 3);           // a value is no key
    QCOMPARE(lineOfKey("{\n\"b\": 1,\n\"t\": {\n\"b\": 2}}", "b"), 0);    // two lines give it
    QCOMPARE(lineOfKey("{\n\"b\": 1,\n\"t\": {\n\"b\": 2}}", "t.b"), 4);  // this one does
    QCOMPARE(lineOfKey("{\"a\": 1}", "a"), 0);                            // one line says nothing
    QCOMPARE(lineOfKey("x \\\n --num-layers-x 3 \\\n --num-layers 4", "--num-layers"), 3);
  }

  /// A plan that names a file as its model and does not hold it: the file is read when a person wants it, and
  /// not before.
  void aModelThatThePlanOnlyNames() {
    QTemporaryDir folder;
    plan::PlanFile file = sample();
    file.plan.model_name = write(folder, llama()).toStdString();
    file.plan.model_text.clear();
    PlanDocument document;
    document.reset(plan::PlanFile(file), {});
    ModelPanel panel(document);
    panel.show();
    QVERIFY(!document.architecture());
    auto* banner = panel.findChild<Banner*>();
    QVERIFY(banner && banner->message().title.contains(QString::fromStdString(file.plan.model_name)));
    QTest::mouseClick(panel.findChild<QPushButton*>(u"modelPanel.leaveOut"_s), Qt::LeftButton);
    QVERIFY(banner->isHidden());
    QVERIFY(!document.architecture());
    ModelPanel another(document);
    another.show();
    auto* read = another.findChild<QPushButton*>(u"modelPanel.readNamed"_s);
    QVERIFY(read);
    QTest::mouseClick(read, Qt::LeftButton);
    QTRY_VERIFY(document.architecture());
    QCOMPARE(qlonglong(document.architecture()->parameters_total), 8'030'261'248LL);
    QVERIFY(another.findChild<Banner*>()->isHidden());
  }

  /// The menu of the panel takes a folder: the dialog asks for one and its config.json is read.
  void aFolderCanBeAskedFor() {
    QTemporaryDir folder;
    write(folder, llama());
    PlanDocument document;
    document.reset(sample(), {});
    ModelPanel panel(document);
    panel.show();
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    auto* entry = panel.findChild<QAction*>(u"modelPanel.menu.loadFolder"_s);
    QVERIFY(entry);
    bool directories = false;
    QTimer::singleShot(0, &panel, [&] {
      auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr) return;
      directories = dialog->fileMode() == QFileDialog::Directory;
      dialog->findChild<QLineEdit*>()->setText(folder.path());
      QMetaObject::invokeMethod(dialog, "accept");
    });
    entry->trigger();
    QVERIFY(directories);
    QVERIFY(document.architecture());
    QCOMPARE(qlonglong(document.architecture()->parameters_total), 8'030'261'248LL);
  }
};

}  // namespace tst_model_files

ASTROLABE_TEST(tst_model_files, ModelFilesTest)
#include "tst_model_files.moc"
