// Post-training asked in the window's panels, with real events: the document afterwards.
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTimer>
#include <QtTest>

#include "core/strategy/asked.h"
#include "model_desk.h"
#include "task_desk.h"
#include "tests/program/test_program.h"
#include "ui/document/post_training_asked.h"
#include "ui/shell/dataflow_dialog.h"
#include "ui/shell/model_panel.h"
#include "ui/shell/post_training_panel.h"

namespace tst_post_training_panel {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

constexpr int kPatienceMs = 30'000;

class PostTrainingPanelTest : public QObject {
  Q_OBJECT

  std::unique_ptr<TaskDesk> m_desk;
  std::unique_ptr<ModelPanel> m_model;

  const plan::Plan& plan() const { return m_desk->document.plan(); }
  Json asked() const { return strategy::asked_of(plan().job); }
  QUndoStack& steps() const { return m_desk->document.undoStack(); }
  void postTrain() { chooseByKeys(m_desk->task, 2); }
  /// An entry of the menu of a role.
  QAction* entry(const char* role, const char* id) const {
    const QString name = u"postTraining.role."_s + QLatin1StringView(role);
    QMenu* menu = m_desk->panel.findChild<QPushButton*>(name)->menu();
    for (QAction* action : menu->actions())
      if (action->objectName() == name + u'.' + QLatin1StringView(id)) return action;
    return nullptr;
  }
  /// Drops files on a widget, as the window system does.
  static bool drop(QWidget& on, const QStringList& paths, QPoint at = {5, 5}) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths) urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&on, &enter);
    if (!enter.isAccepted()) return false;
    QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&on, &event);
    return event.isAccepted();
  }

 private slots:
  void init() {
    m_desk = std::make_unique<TaskDesk>(QSize(420, 1200));
    m_model = std::make_unique<ModelPanel>(m_desk->document);
    m_model->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_model.get()));
  }
  void cleanup() {
    m_model.reset();
    m_desk.reset();
  }

  /// One undo step to post-training: the plan's model is trained, a rule scores. Serving and training come
  /// back as they were.
  void keepsAllThreeTasks() {
    const strategy::Job trained = plan().job;
    const std::string model = plan().model_name;
    postTrain();
    QCOMPARE(plan().job.task, std::string("post_train"));
    QCOMPARE(asked()["dataflow"], Json("grpo"));
    QCOMPARE(asked()["roles"]["actor"]["model"], Json(model));
    QCOMPARE(asked()["roles"]["reward"], (Json{{"rule", true}}));
    QVERIFY(m_desk->find<QWidget>("postTraining").isVisible());
    QVERIFY(!m_desk->find<QWidget>("traffic").isVisible() &&
            !m_desk->find<QWidget>("goalPanel.sequence").isVisible());
    QVERIFY(!strategy::is_stated(plan().job, "asked.dataflow"));
    type(m_desk->panel, "postTraining.prompts", u"256"_s);
    QCOMPARE(asked()["prompts"], Json(256));
    QVERIFY(strategy::is_stated(plan().job, "asked.prompts"));
    chooseByKeys(m_desk->task, 1);
    QCOMPARE(plan().job.task, std::string("serve"));
    QVERIFY(asked().contains("traffic") && !asked().contains("dataflow"));
    chooseByKeys(m_desk->task, 0);
    QCOMPARE(plan().job.sequence_length, trained.sequence_length);
    postTrain();
    QCOMPARE(asked()["prompts"], Json(256));
    while (steps().canUndo()) steps().undo();
    QVERIFY(plan().job == trained);
  }

  void asksTheDataflow() {
    postTrain();
    auto& flow = m_desk->find<QComboBox>("postTraining.flow");
    chooseByKeys(flow, 0);  // PPO
    QCOMPARE(asked()["dataflow"], Json("ppo"));
    QCOMPARE(asked()["roles"].size(), std::size_t{4});  // actor, reference, critic, reward
    QVERIFY(asked()["roles"]["critic"].contains("model"));
    QVERIFY(!asked().contains("samples_per_prompt"));  // 1, as PPO has it
    QVERIFY(m_desk->find<QPushButton>("postTraining.role.critic").isVisible());
    chooseByKeys(flow, 4);  // DPO has no reward; each key is a step: GRPO, ReMax, Safe-RLHF, DPO
    QCOMPARE(asked()["roles"].size(), std::size_t{2});
    for (int i = 0; i < 4; ++i) steps().undo();
    QCOMPARE(asked()["dataflow"], Json("ppo"));
    QCOMPARE(asked()["roles"].size(), std::size_t{4});
  }

  /// Models, a rule, shared weights with their adapters, precisions; entries that make no sense are not
  /// there.
  void asksTheRoles() {
    postTrain();
    chooseByKeys(m_desk->find<QComboBox>("postTraining.flow"), 0);
    QVERIFY(entry("actor", "rule") == nullptr);  // it generates and is trained
    entry("reference", "shares.actor")->trigger();
    QCOMPARE(asked()["roles"]["reference"], (Json{{"shares", "actor"}, {"adapter_rank", 16}}));
    type(m_desk->panel, "postTraining.role.reference.rank", u"32"_s);
    QCOMPARE(asked()["roles"]["reference"]["adapter_rank"], Json(32));
    entry("reward", "rule")->trigger();
    QCOMPARE(asked()["roles"]["reward"], (Json{{"rule", true}}));
    type(m_desk->panel, "postTraining.role.reward.seconds", u"0.01"_s);
    QCOMPARE(asked()["roles"]["reward"]["seconds_per_sample"], Json(0.01));
    QVERIFY(!m_desk->find<QWidget>("postTraining.role.reward.precision").isVisible());
    chooseByKeys(m_desk->find<QComboBox>("postTraining.role.critic.precision"), 3);
    QCOMPARE(asked()["roles"]["critic"]["precision"], Json("fp8"));
    const int before = steps().index();
    steps().undo();  // each key was a step: fp16, fp32, fp8
    QCOMPARE(asked()["roles"]["critic"]["precision"], Json("fp32"));
    steps().redo();
    QCOMPARE(steps().index(), before);
  }

  void asksSamplesAndUpdates() {
    postTrain();
    type(m_desk->panel, "postTraining.samples", u"16"_s);
    QCOMPARE(asked()["samples_per_prompt"], Json(16));
    type(m_desk->panel, "postTraining.answer.tokens", u"2000"_s);
    QCOMPARE(asked()["response_tokens"], (Json{{"mean", 2000.0}, {"max", 4096}}));
    type(m_desk->panel, "postTraining.longest", u"8192"_s);
    QCOMPARE(asked()["response_tokens"]["max"], Json(8192));
    auto& spread = m_desk->find<QCheckBox>("postTraining.spread");
    QTest::mouseClick(&spread, Qt::LeftButton, {}, QPoint(8, spread.height() / 2));
    QCOMPARE(asked()["response_tokens"], Json(2000.0));
    QTest::mouseClick(&spread, Qt::LeftButton, {}, QPoint(8, spread.height() / 2));
    QVERIFY(asked()["response_tokens"].contains("max"));
    chooseByKeys(m_desk->find<QComboBox>("postTraining.answer.form"), 1);
    QVERIFY(asked()["response_tokens"].contains("uniform"));
    QVERIFY(!spread.isVisible());
    type(m_desk->panel, "postTraining.miniBatches", u"8"_s);
    QCOMPARE(asked()["mini_batches"], Json(8));
    auto& packed = m_desk->find<QCheckBox>("postTraining.packed");
    QVERIFY(packed.isChecked());
    QTest::mouseClick(&packed, Qt::LeftButton, {}, QPoint(8, packed.height() / 2));
    QCOMPARE(asked()["packed"], Json(false));
    chooseByKeys(m_desk->find<QComboBox>("postTraining.ahead"), 1);
    QCOMPARE(asked()["asynchronous"], Json(1));
    chooseByKeys(m_desk->find<QComboBox>("postTraining.engine"), 1);
    QCOMPARE(asked()["engine"], Json("sglang"));
  }

  /// Iterations of the whole job, with limits on it; the release of the engine; padding up to the longest
  /// prompt; how many samples a rule judges at once. What is taken back is not said any more.
  void asksTheWholeJob() {
    postTrain();
    type(m_desk->panel, "postTraining.iterations", u"200"_s);
    QCOMPARE(asked()["steps"], Json(200));
    QVERIFY(m_desk->find<QWidget>("goalPanel.deadline").isVisible());
    QVERIFY(m_desk->find<QWidget>("goalPanel.budget").isVisible());
    QVERIFY(m_desk->find<QWidget>("goalPanel.dates").isVisible());
    QVERIFY(!m_desk->find<QWidget>("goalPanel.usdPerTokens").isVisible());
    type(m_desk->panel, "postTraining.iterations", u"0"_s);
    QVERIFY(!asked().contains("steps"));
    auto& date = m_desk->find<QLineEdit>("postTraining.engineDate");
    const auto typeDate = [&date](const QString& text) {
      date.selectAll();
      QTest::keyClicks(&date, text);
      QTest::keyClick(&date, Qt::Key_Return);
    };
    typeDate(u"2026-06"_s);
    QCOMPARE(asked()["date"], Json("2026-06"));
    typeDate(u"June"_s);
    QVERIFY(m_desk->find<QLabel>("postTraining.engineDate.error").isVisible());
    QCOMPARE(asked()["date"], Json("2026-06"));
    QVERIFY(!m_desk->find<QWidget>("postTraining.longestPrompt").isVisible());
    auto& packed = m_desk->find<QCheckBox>("postTraining.packed");
    QTest::mouseClick(&packed, Qt::LeftButton, {}, QPoint(8, packed.height() / 2));
    QVERIFY(m_desk->find<QWidget>("postTraining.longestPrompt").isVisible());
    type(m_desk->panel, "postTraining.longestPrompt", u"3000"_s);
    QCOMPARE(asked()["prompt_tokens"]["max"], Json(3000));
    type(m_desk->panel, "postTraining.role.reward.atOnce", u"64"_s);
    QCOMPARE(asked()["roles"]["reward"]["at_once"], Json(64));
    for (const char* name : {"postTraining.iterations", "postTraining.engineDate",
                             "postTraining.longestPrompt", "postTraining.role.reward.atOnce"})
      QVERIFY2(!m_desk->find<QWidget>(name).accessibleName().isEmpty(), name);
  }

  /// What is wrong is told at its field while the plan keeps what was asked.
  void tellsMistakesAtTheField() {
    postTrain();
    type(m_desk->panel, "postTraining.miniBatches", u"100000"_s);  // 512 prompts x 8 answers
    QVERIFY(m_desk->find<QLabel>("postTraining.miniBatches.error").isVisible());
    type(m_desk->panel, "postTraining.miniBatches", u"4"_s);
    QVERIFY(!m_desk->find<QLabel>("postTraining.miniBatches.error").isVisible());
    type(m_desk->panel, "postTraining.prompts", u"0"_s);
    QVERIFY(m_desk->find<QLabel>("postTraining.prompts.error").isVisible());
    QCOMPARE(asked()["prompts"], Json(512));
    // A plan without a model has roles without one.
    plan::PlanFile file = ui::sample();
    file.plan.model_name.clear();
    file.plan.model_text.clear();
    m_desk->document.reset(file, {});
    postTrain();
    QVERIFY(m_desk->find<QLabel>("postTraining.role.actor.error").isVisible());
    QVERIFY(!m_desk->find<QPushButton>("postTraining.role.actor").accessibleDescription().isEmpty());
  }

  /// Steps by hand: a cycle is refused with the steps that wait for each other, a right list is taken.
  void asksStepsByHand() {
    postTrain();
    bool refused = false, told = false;
    QTimer::singleShot(0, this, [&] {
      auto* dialog = qobject_cast<DataflowDialog*>(QApplication::activeModalWidget());
      QVERIFY(dialog);
      auto* table = dialog->findChild<QTableWidget*>(u"dataflow.steps"_s);
      QCOMPARE(table->rowCount(), 5);  // of GRPO
      table->item(0, 3)->setText(u"train_actor"_s);
      refused = !dialog->findChild<QPushButton*>(u"dataflow.ok"_s)->isEnabled();
      told = dialog->findChild<QLabel*>(u"dataflow.error"_s)->text().contains(u"rollout"_s);
      table->item(0, 3)->setText({});
      QTest::mouseClick(dialog->findChild<QPushButton*>(u"dataflow.add"_s), Qt::LeftButton);
      table->item(5, 0)->setText(u"check"_s);
      table->item(5, 1)->setText(u"judge"_s);
      table->item(5, 3)->setText(u"rollout"_s);
      table->item(4, 3)->setText(u"rewards, check"_s);
      QTest::mouseClick(dialog->findChild<QPushButton*>(u"dataflow.ok"_s), Qt::LeftButton);
    });
    QTest::mouseClick(&m_desk->find<QPushButton>("postTraining.steps"), Qt::LeftButton);
    QVERIFY(refused && told);
    QVERIFY(asked()["dataflow"].is_array());
    QCOMPARE(asked()["dataflow"].size(), std::size_t{6});
    QCOMPARE(asked()["dataflow"][4]["after"], (Json{"rewards", "check"}));
    QVERIFY(asked()["roles"].contains("judge"));
    QCOMPARE(m_desk->find<QComboBox>("postTraining.flow").currentIndex(), 5);
    steps().undo();
    QCOMPARE(asked()["dataflow"], Json("grpo"));
  }

  /// A file dropped on a row is for its role; the plan's model is that of the first role, and its reference
  /// keeps to it.
  void takesAModelForARole() {
    QTemporaryDir folder;
    postTrain();
    chooseByKeys(m_desk->find<QComboBox>("postTraining.flow"), 0);
    connect(&m_desk->panel.postTraining(), &PostTrainingPanel::fileDropped, m_model.get(),
            &ModelPanel::loadRole);
    const QString small =
        model_desk::write(folder, model_desk::llama("\"num_hidden_layers\": 32", "\"num_hidden_layers\": 8"));
    auto& list = m_desk->find<QWidget>("postTraining.roles");
    const auto& row = m_desk->find<QPushButton>("postTraining.role.critic");
    const std::string model = plan().model_name;
    QVERIFY(drop(list, {small}, row.mapTo(&list, row.rect().center())));
    QTRY_VERIFY_WITH_TIMEOUT(asked()["roles"]["critic"].contains("config"), kPatienceMs);
    QCOMPARE(asked()["roles"]["actor"]["model"], Json(model));
    QCOMPARE(plan().model_name, model);
    // The panel of the model is that of the first role.
    QVERIFY(drop(*m_model, {small}));
    QTRY_VERIFY_WITH_TIMEOUT(asked()["roles"]["actor"].contains("config"), kPatienceMs);
    QCOMPARE(asked()["roles"]["reference"], asked()["roles"]["actor"]);
    QCOMPARE(m_desk->document.architecture()->layers.size(), std::size_t{8});
    steps().undo();
    QCOMPARE(plan().model_name, model);
    QCOMPARE(asked()["roles"]["reference"]["model"], Json(model));
  }

  /// Several files become roles by their names, from any task, in one undo step.
  void takesSeveralModels() {
    QTemporaryDir folder;
    const plan::Plan before = plan();
    const QString actor = model_desk::write(folder, model_desk::llama(), u"policy.json"_s);
    const QString critic = model_desk::write(
        folder, model_desk::llama("\"num_hidden_layers\": 32", "\"num_hidden_layers\": 4"), u"critic.json"_s);
    QVERIFY(drop(*m_model, {critic, actor}));
    QTRY_COMPARE_WITH_TIMEOUT(plan().job.task, std::string("post_train"), kPatienceMs);
    QCOMPARE(asked()["dataflow"], Json("ppo"));
    QVERIFY(QString::fromStdString(asked()["roles"]["critic"]["config"].get<std::string>())
                .contains(u"\"num_hidden_layers\": 4"_s));
    QCOMPARE(asked()["roles"]["reference"], asked()["roles"]["actor"]);
    QCOMPARE(m_desk->document.architecture()->layers.size(), std::size_t{32});
    QCOMPARE(steps().index(), 1);
    steps().undo();
    QVERIFY(plan() == before);
  }

  /// By names first, then in the order of the roles, a reference last.
  void findsRolesOfNames() {
    using Names = std::vector<std::string>;
    const Names ppo{"actor", "reference", "critic", "reward"};
    QCOMPARE(rolesFor(ppo, {"a/config.json", "my-rm/config.json"}), (Names{"actor", "reward"}));
    QCOMPARE(rolesFor(ppo, {"x", "y", "z"}), (Names{"actor", "critic", "reward"}));
    QCOMPARE(rolesFor(ppo, {"form/x.json"}), (Names{"actor"}));  // "rm" in a word tells nothing
    QVERIFY(rolesFor(ppo, Names(5, "x")).empty());
    QCOMPARE(dataflowFor({"a", "critic"}), std::string("ppo"));
    QCOMPARE(dataflowFor({"a", "b"}), std::string("grpo"));
    QCOMPARE(dataflowFor({"a", "b", "c", "d", "e"}), std::string("safe_rlhf"));
  }
};

}  // namespace tst_post_training_panel

ASTROLABE_TEST(tst_post_training_panel, PostTrainingPanelTest)
#include "tst_post_training_panel.moc"
