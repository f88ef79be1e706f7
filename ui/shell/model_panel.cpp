#include "ui/shell/model_panel.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QDragEnterEvent>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLocale>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QStackedWidget>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/base/text.h"
#include "core/plan/model_source.h"
#include "core/strategy/asked.h"
#include "ui/document/commands/set_model.h"
#include "ui/document/commands/set_post_training.h"
#include "ui/document/post_training_asked.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/reason_words.h"
#include "ui/render/theme.h"
#include "ui/shell/banner.h"
#include "ui/shell/describe_dialog.h"
#include "ui/shell/drop.h"
#include "ui/shell/field_search.h"
#include "ui/shell/model_origin.h"
#include "ui/shell/model_words.h"
#include "ui/shell/number_field.h"
#include "ui/shell/paint_helpers.h"
#include "ui/shell/preset_dialog.h"
#include "ui/shell/reading.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;
using model::Mark;

/// Nothing that a plan names outside itself is read before a person wants it.
Message namedMessage(const std::string& name) {
  return {ModelPanel::tr("This plan refers to “%1” and does not hold it.")
              .arg(QString::fromStdString(excerpt(name, 200))),
          ModelPanel::tr("Nothing of it was read. Read it if you trust where the plan is from."),
          QLatin1StringView(code::model_outside)};
}

/// The key of the file that is missing or impossible: the field that a person may enter.
QString keyOf(const Error& error) {
  if (error.wanted.kind == Wanted::Kind::field && !error.wanted.values.empty())
    return QString::fromStdString(error.wanted.values.front());
  const QString where = QString::fromStdString(error.where);
  return where.section(u'.', -1).section(u'[', 0, 0);
}

QString pair(const QString& first, const QString& second) {
  return ModelPanel::tr("%1 · %2", "two values on one line").arg(first, second);
}

}  // namespace

QString ModelPanel::markText(Mark mark) {
  switch (mark) {
    case Mark::file:
      return u"≡"_s;
    case Mark::derived:
      return u"ƒ"_s;
    case Mark::assumed:
      break;
  }
  return u"≈"_s;
}

void ModelPanel::setRow(const Row& row, const QString& value, const ModelOrigin& origin) {
  const bool assumed = origin.mark == Mark::assumed;
  row.value->setText(assumed        ? tr("%1 assumed").arg(value)
                     : origin.typed ? tr("%1 stated").arg(value)
                                    : value);
  QFont face = ui::font(TextRole::Body);
  face.setItalic(assumed);
  row.value->setFont(face);
  row.mark->setText(markText(origin.mark));
  for (QWidget* widget : {row.label, static_cast<QWidget*>(row.value), static_cast<QWidget*>(row.mark)})
    widget->setToolTip(origin.lines.join(u'\n'));
}

/// The page is shown whole, unless a message stands above it or large text would leave no room for the rest
/// of the window.
void ModelPanel::fitPages() {
  for (int i = 0; i < m_pages->count(); ++i)  // the page behind asks for no room
    m_pages->widget(i)->setSizePolicy(
        QSizePolicy::Preferred, i == m_pages->currentIndex() ? QSizePolicy::Preferred : QSizePolicy::Ignored);
  placeInputs();
  m_pages->currentWidget()->layout()->activate();  // rows that have gone count no longer
  const int whole = m_pages->currentWidget()->minimumSizeHint().height();
  const int room = m_banner->isHidden() ? screen()->availableSize().height() : 0;
  // On a small screen the inputs stay in sight and the model's figures are scrolled to; so is the last of the
  // inputs where all of them are too high.
  int inputs = 0;
  if (m_inputs != nullptr) {
    const auto* grid = m_inputs->findChild<const QGridLayout*>(u"goalPanel.inputs.grid"_s);
    if (grid != nullptr && grid->parentWidget()->isHidden()) grid = nullptr;  // another task
    const QLayoutItem* last = grid != nullptr ? grid->itemAtPosition(grid->rowCount() - 1, 1) : nullptr;
    const int all = std::min(whole, inputsHeight());
    const int less = last != nullptr ? last->minimumSize().height() + grid->verticalSpacing() : 0;
    const auto fits = [room](int high) { return 7 * high <= 2 * room; };
    inputs = fits(all) ? all : fits(all - less) ? all - less : 0;
  }
  const int wanted = 4 * whole <= room ? whole : inputs;
  m_scroll->setMinimumHeight(std::max(wanted, std::min(whole, scaled(72))));
}

int ModelPanel::wantedHeight() const {
  return (m_banner->isHidden() ? 0 : m_banner->sizeHint().height()) +
         m_pages->currentWidget()->minimumSizeHint().height();
}

int ModelPanel::inputsHeight() const {
  constexpr int kEdgeAndName = 8 + 24;
  return scaled(kEdgeAndName) + (m_inputs == nullptr ? 0 : m_inputs->minimumSizeHint().height());
}

bool ModelPanel::eventFilter(QObject* watched, QEvent* event) {
  const bool comesOrGoes = event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent;
  if (watched == m_banner && comesOrGoes) fitPages();
  if (watched == m_inputs && event->type() == QEvent::LayoutRequest) fitPages();
  return QWidget::eventFilter(watched, event);
}

void ModelPanel::refresh() {
  showModel();
  showWarning();
  fitPages();
}

/// What is true of the model but speaks against it (weights that do not add up), or that the plan only names
/// it. An error that stands there is told first; what a person dismissed comes back when the file is read
/// again.
void ModelPanel::showWarning() {
  const std::shared_ptr<const model::Architecture> read = m_document.architecture();
  const plan::Plan& plan = m_document.plan();
  const bool named = !read && plan.model_text.empty() && !plan.model_name.empty();
  const bool warned = named || (read && !read->warnings.empty());
  const Message message = named    ? namedMessage(plan.model_name)
                          : warned ? messageFor(read->warnings.front())
                                   : Message();
  const QString told = warned ? message.plain() : QString();
  if (!m_warning.isEmpty() && m_warning == m_banner->message().plain()) {
    if (m_warning == told) return;
    m_banner->clear();
  }
  m_warning.clear();
  if (!warned || told == m_dismissed || !m_banner->isHidden()) return;
  m_warning = told;
  m_banner->say(Banner::Kind::Warning, message);
  const auto dismiss = [this] {
    m_dismissed = m_warning;
    m_banner->clear();
  };
  if (!named) return addMessageButtons(message, dismiss);
  m_banner->addButton(u"modelPanel.readNamed"_s, tr("Read it"), [this] {
    this->read(QString::fromStdString(m_document.plan().model_name), m_document.plan().model_entered);
  });
  m_banner->addButton(u"modelPanel.leaveOut"_s, tr("Leave it out"), dismiss);
}

/// What every message of this panel ends with.
void ModelPanel::addMessageButtons(const Message& message, const std::function<void()>& dismiss) {
  QPushButton* copy = m_banner->addButton(u"modelPanel.copyDetails"_s, tr("Copy details"), [message] {
    QGuiApplication::clipboard()->setText(message.plain());
  });
  copy->setProperty("link", true);
  QPushButton* close = m_banner->addButton(u"modelPanel.dismiss"_s, tr("Dismiss"), dismiss);
  close->setProperty("link", true);
}

void ModelPanel::showModel() {
  const std::shared_ptr<const model::Architecture> read = m_document.architecture();
  m_pages->setCurrentIndex(read ? 0 : 1);
  if (!read) {
    const plan::Plan& plan = m_document.plan();
    if (plan.model_text.empty()) return;
    // The text in the plan itself cannot be read, as after an undo to a state that never had a right value.
    if (const auto again = model::read_config(plan.model_text, plan.model_name, plan.model_entered); !again)
      showError(QString(), again.error(), plan.model_entered);
    return;
  }
  const model::Architecture& a = *read;
  const QString id = QString::fromStdString(a.id);
  m_name->setText(id);
  m_name->setToolTip(id);
  const auto& builtIn = model::built_in_models();
  const bool preset = std::any_of(builtIn.begin(), builtIn.end(),
                                  [&](const auto& m) { return m.id == m_document.plan().model_name; });
  m_source->setText(preset                                      ? tr("built in")
                    : isDescribed(m_document.plan().model_text) ? tr("described by hand")
                    : a.family == "megatron"                    ? tr("✓ Megatron arguments")
                    : a.family == "onnx"                        ? tr("✓ ONNX")
                                                                : tr("✓ config.json"));
  const QString total = countText(double(a.parameters_total));
  const bool sparse = a.parameters_active > 0 && a.parameters_active != a.parameters_total;
  QString exact = tr("%1 parameters, %2 active per token")
                      .arg(QLocale().toString(qlonglong(a.parameters_total)),
                           QLocale().toString(qlonglong(a.parameters_active)));
  for (const model::Field& field : a.fields)
    if (field.key == "weights") exact += u'\n' + tr("Weights: %1").arg(reasonText(field.from));
  setRow(m_parameters,
         sparse ? tr("%1 · %2 active").arg(total, countText(double(a.parameters_active))) : total,
         {Mark::derived, {exact}, false});
  ModelOrigin layers = modelOrigin(a, {"layers", "hidden"});
  layers.lines << kindLines(a);
  setRow(m_layers, pair(wholeText(double(a.layers.size())), wholeText(a.hidden)), layers);
  const model::LayerKind* attention = mainKind(a, [](const model::LayerKind& k) { return k.heads > 0; });
  const model::LayerKind* kind =
      mainKind(a, [](const model::LayerKind& k) { return k.ffn > 0 || k.experts > 0; });
  const ModelOrigin heads = modelOrigin(a, {"heads", "kv_heads"});
  const ModelOrigin ffn = modelOrigin(a, {"ffn", "vocabulary"});
  const ModelOrigin experts = modelOrigin(a, {"experts", "top_k"});
  const ModelOrigin tied = modelOrigin(a, {"tied_embeddings"});
  const ModelOrigin family = modelOrigin(a, {"family"});
  setRow(m_family, QString::fromStdString(a.family), family);
  m_family.value->setAccessibleName(tr("Family: %1").arg(m_family.value->text()));
  setRow(m_heads,
         attention ? pair(wholeText(attention->heads), wholeText(attention->kv_heads)) : unknownText(),
         heads);
  const int width = !kind ? 0 : (kind->ffn > 0 ? kind->ffn : kind->expert_ffn);
  setRow(m_ffn,
         pair(width > 0 ? wholeText(width) : unknownText(),
              a.vocabulary > 0 ? wholeText(a.vocabulary) : unknownText()),
         ffn);
  const bool moe = kind && kind->experts > 0;
  if (moe) setRow(m_experts, pair(wholeText(kind->experts), wholeText(kind->top_k)), experts);
  for (QWidget* widget :
       {m_experts.label, static_cast<QWidget*>(m_experts.value), static_cast<QWidget*>(m_experts.mark)})
    widget->setVisible(moe);
  setRow(m_tied, a.tied_embeddings ? tr("tied") : tr("not tied"), tied);
}

bool ModelPanel::load(const QString& path) { return read(path, {}); }

bool ModelPanel::loadPreset(const QString& id) { return read(id, {}); }

bool ModelPanel::read(const QString& where, const model::EnteredValues& entered) {
  const auto answer = std::make_shared<std::optional<Result<model::Inspection>>>();
  const bool done =
      readBeside(*m_banner, QFileInfo(where).fileName(), [answer, path = where.toStdString(), entered] {
        answer->emplace(plan::inspect_model_source(path, entered));
      });
  if (!done) return false;
  const Result<model::Inspection>& read = **answer;
  if (!read || read->not_planned) {
    showError(where, read ? *read->not_planned : read.error(), entered,
              read && read->description ? countedText(*read->description) : QString());
    return false;
  }
  const model::Architecture& architecture = *read->architecture;
  m_banner->clear();
  m_dismissed.clear();
  const auto& builtIn = model::built_in_models();
  const bool preset =
      std::any_of(builtIn.begin(), builtIn.end(), [&](const auto& m) { return m.id == where.toStdString(); });
  take(architecture, preset ? where : QString::fromStdString(architecture.id), entered);
  return true;
}

void ModelPanel::take(const model::Architecture& architecture, const QString& name,
                      const model::EnteredValues& entered) {
  const plan::Plan& plan = m_document.plan();
  const std::string id = name.toStdString();
  m_document.noteReading(architecture, entered);
  if (plan.job.task == "post_train") {
    const std::string role =
        m_role.isEmpty() ? leadingRole(strategy::asked_of(plan.job)) : m_role.toStdString();
    takeRoleModel(m_document, role, id, architecture.text);
  } else if (plan.model_name != id || plan.model_text != architecture.text || plan.model_entered != entered)
    m_document.undoStack().push(new SetModel(m_document, id, architecture.text, entered));
  refresh();  // also where only what stands beside the same text is new
  emit loaded(name);
}

void ModelPanel::showError(const QString& where, const Error& error, const model::EnteredValues& entered,
                           const QString& counted) {
  Message message = messageFor(error);
  if (!counted.isEmpty() && error.code == code::missing_field)  // to count it, the default of its class does
    message.body =
        tr("It is counted with the default of its class, and planned only with a value of its own: "
           "enter the value, or add it to the file.");
  if (!counted.isEmpty()) message.body += u' ' + counted;
  m_banner->say(Banner::Kind::Error, message);
  bringForward(*this);  // nobody sees what is said behind another tab
  const QFileInfo file(where);
  const bool enter = error.code == code::missing_field || error.code == code::impossible_value;
  if (enter) {
    const QString key = keyOf(error);
    m_banner->addButton(u"modelPanel.enterValue"_s, tr("Enter value…"),
                        [this, where, key, entered] { offerValue(where, key, entered); });
  }
  if (error.code == code::unknown_family || error.code == code::unsupported_model)
    m_banner->addButton(u"modelPanel.describe"_s, tr("Describe it by hand…"),
                        [this, where] { where.isEmpty() ? describe() : describeFile(where); });
  const bool graph = error.code == code::unsupported_model && file.isFile() &&
                     file.suffix().compare(u"onnx"_s, Qt::CaseInsensitive) == 0;
  if (graph)
    m_banner->addButton(
        u"modelPanel.copyShard"_s, tr("Copy the command that shards it"), [path = file.absoluteFilePath()] {
          QGuiApplication::clipboard()->setText(
              u"astrolabe-cli shard --onnx '%1' --cluster CLUSTER.json --job JOB.json"_s.arg(path));
        });
  if (!where.isEmpty() && file.isFile() && !graph)
    m_banner->addButton(u"modelPanel.openFile"_s, tr("Open file"), [path = file.absoluteFilePath()] {
      QDesktopServices::openUrl(QUrl::fromLocalFile(path));
    });
  addMessageButtons(message, [this] {
    m_banner->clear();
    showWarning();
  });
}

/// Puts a field for the missing number into the banner; Enter reads the file again with it.
void ModelPanel::offerValue(const QString& where, const QString& key, const model::EnteredValues& entered) {
  const Message message = m_banner->message();
  m_banner->say(Banner::Kind::Error, message);
  auto* label = new QLabel(key, m_banner);
  auto* field = new NumberField(u"modelPanel.value"_s, {}, m_banner);
  field->setAccessibleName(key);
  field->setLimits({.low = 0, .high = 1e15, .aboveZero = false});
  field->setFixedWidth(scaled(90));
  m_banner->addControl(label);
  m_banner->addControl(field);
  connect(field, &NumberField::committed, this, [this, where, key, entered](double value) {
    model::EnteredValues more = entered;
    more[key.toStdString()] = value;
    if (!where.isEmpty()) {
      read(where, more);
      return;
    }
    const plan::Plan& plan = m_document.plan();
    const auto again = model::read_config(plan.model_text, plan.model_name, more);
    if (!again) {
      showError(where, again.error(), more);
      return;
    }
    m_banner->clear();
    take(*again, QString::fromStdString(plan.model_name), more);
  });
  field->setFocus(Qt::OtherFocusReason);
}

void ModelPanel::askForFile() {
  const QString path = QFileDialog::getOpenFileName(
      window(), tr("Load model"), {},
      tr("Models (*.json *.safetensors *.onnx *.sh *.args *.txt *.yaml *.yml);;All files (*)"));
  if (!path.isEmpty()) load(path);
}

void ModelPanel::askForFolder() {
  const QString path = QFileDialog::getExistingDirectory(window(), tr("Load the folder of a model"));
  if (!path.isEmpty()) load(path);
}

void ModelPanel::askForPreset() {
  PresetDialog dialog(window());
  if (dialog.exec() == QDialog::Accepted && !dialog.chosen().isEmpty()) loadPreset(dialog.chosen());
}

void ModelPanel::describe() {
  const plan::Plan& plan = m_document.plan();
  const QString name = QString::fromStdString(plan.model_name);
  describe(readDescription(QByteArray::fromStdString(plan.model_text), name));
}

/// What a file of an unknown family says of its sizes is not asked again.
void ModelPanel::describeFile(const QString& path) {
  QFileInfo info(path);
  if (info.isDir()) info.setFile(path + u"/config.json"_s);
  const QByteArray text = QByteArray::fromStdString(
      read_file(info.absoluteFilePath().toStdString(), file_limit::json).value_or(std::string()));
  const QString name =
      info.completeBaseName() == u"config"_s ? info.dir().dirName() : info.completeBaseName();
  describe(readDescription(text, name));
}

void ModelPanel::describe(const DescribedModel& start) {
  auto* form = new DescribeDialog(start, window());
  form->setAttribute(Qt::WA_DeleteOnClose);
  connect(form, &DescribeDialog::described, this, [this](const model::Architecture& architecture) {
    m_banner->clear();
    take(architecture, QString::fromStdString(architecture.id), {});
  });
  form->open();
}

void ModelPanel::dragEnterEvent(QDragEnterEvent* event) {
  const Drop::Kind kind = judgeDrop(event->mimeData()).kind;
  if (kind == Drop::Kind::Model || kind == Drop::Kind::Models) event->acceptProposedAction();
}

void ModelPanel::dropEvent(QDropEvent* event) {
  const Drop drop = judgeDrop(event->mimeData());
  if (drop.kind != Drop::Kind::Model && drop.kind != Drop::Kind::Models) return;
  event->acceptProposedAction();
  if (drop.kind == Drop::Kind::Models)
    loadRoles(drop.paths);
  else
    load(drop.path);
}

void ModelPanel::colour() {
  const Theme& theme = currentTheme();
  for (QLabel* label : m_quiet) setInk(label, theme.text2);
  for (QLabel* label : m_faint) setInk(label, theme.text3);
  setInk(m_source, theme.success);
}

void ModelPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange && m_pages && !m_faint.isEmpty()) colour();
}

}  // namespace astrolabe::ui
