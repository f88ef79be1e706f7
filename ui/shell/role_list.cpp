#include "ui/shell/role_list.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/document/asked_json.h"
#include "ui/document/post_training_asked.h"
#include "ui/render/model_title.h"
#include "ui/render/post_training_words.h"
#include "ui/render/theme.h"
#include "ui/shell/assumed_mark.h"
#include "ui/shell/drop.h"
#include "ui/shell/number_field.h"
#include "ui/shell/paint_helpers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using post_training::Do;

namespace {

constexpr int kMostRank = 65'536, kMostAtOnce = 1'000'000;
constexpr double kMostSecondsOfRule = 1e6;

QString roleWidget(const std::string& role) { return u"postTraining.role."_s + QString::fromStdString(role); }

/// "generates, trains".
QString workOfRole(const Json& asked, const std::string& role) {
  const auto flow = dataflowOf(asked);
  QStringList works;
  for (const Do what : {Do::generate, Do::forward, Do::train})
    if (flow && flow->does(role, what)) works << doName(what);
  return works.join(u", "_s);
}

bool runsForwardAlone(const Json& asked, const std::string& role) {
  const auto flow = dataflowOf(asked);
  return flow && !flow->does(role, Do::generate) && !flow->does(role, Do::train);
}

}  // namespace

RoleList::RoleList(QWidget* parent) : QWidget(parent) {
  setObjectName(u"postTraining.roles"_s);
  setAccessibleName(tr("Roles and their models"));
  setAcceptDrops(true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
}

void RoleList::build(const std::vector<std::string>& roles) {
  delete m_rowsHolder;
  m_rows.clear();
  m_rowsHolder = new QWidget(this);
  layout()->addWidget(m_rowsHolder);
  m_grid = new QGridLayout(m_rowsHolder);
  m_grid->setContentsMargins(0, 0, 0, 0);
  m_grid->setHorizontalSpacing(scaled(6));
  m_grid->setVerticalSpacing(scaled(4));
  m_grid->setColumnStretch(1, 1);
  for (const std::string& role : roles) addRow(role);
  m_rowsHolder->show();
  colour();
}

void RoleList::addRow(const std::string& role) {
  const QString name = roleWidget(role), words = roleName(role);
  Row row;
  row.role = role;
  int at = m_grid->rowCount();
  row.title = new QLabel(words, m_rowsHolder);
  row.title->setObjectName(name + u".label"_s);
  m_grid->addWidget(row.title, at, 0);
  row.model = new QPushButton(m_rowsHolder);
  row.model->setObjectName(name);
  row.model->setMenu(new QMenu(row.model));
  row.model->menu()->setObjectName(name + u".menu"_s);
  row.model->setMinimumWidth(scaled(80));
  row.title->setBuddy(row.model);
  m_grid->addWidget(row.model, at, 1);
  row.precision = new QComboBox(m_rowsHolder);
  row.precision->setObjectName(name + u".precision"_s);
  row.precision->setAccessibleName(tr("Precision of %1", "a role").arg(words));
  row.precision->setToolTip(tr("Precision of the products of this role."));
  for (const char* precision : {"bf16", "fp16", "fp32", "fp8"})
    row.precision->addItem(QLatin1StringView(precision));
  m_grid->addWidget(row.precision, at++, 2);
  const auto number = [&](const char* key, const QString& label, const QString& unit, const QString& meaning,
                          QLabel*& caption) {
    caption = new QLabel(label, m_rowsHolder);
    caption->setIndent(scaled(12));
    auto* field = new NumberField(name + u'.' + QLatin1StringView(key), unit, m_rowsHolder);
    field->setAccessibleName(tr("%1 of %2", "a value, a role").arg(label, words));
    field->setMeaning(meaning);
    field->setFixedWidth(scaled(largeText() ? 96 : 120));
    caption->setBuddy(field);
    auto* line = new QHBoxLayout;  // of its own, so that no column of the models is wider for it
    line->addWidget(caption, 1);
    line->addWidget(field);
    m_grid->addLayout(line, at++, 0, 1, 3);
    m_grid->addWidget(field->errorLabel(), at++, 0, 1, 3);
    return field;
  };
  row.rank =
      number("rank", tr("Rank of adapters"), {},
             tr("LoRA: adapters of this rank are trained in place of the weights; 0: all weights are."),
             row.rankLabel);
  row.rank->setLimits({.low = 0, .high = kMostRank, .whole = true, .aboveZero = false});
  row.rank->setDefault(0.0);
  row.seconds = number("seconds", tr("Seconds of a sample"), tr("s"),
                       tr("What the rule, checker or sandbox takes for one sample; as many are scored at "
                          "once as stands below."),
                       row.secondsLabel);
  row.seconds->setLimits({.low = 0, .high = kMostSecondsOfRule, .aboveZero = false});
  row.seconds->setDefault(0.0);
  row.atOnce = number("atOnce", tr("Samples at once"), {},
                      tr("How many samples the rule judges at the same time."), row.atOnceLabel);
  row.atOnce->setLimits({.low = 1, .high = kMostAtOnce, .whole = true});
  row.atOnce->setDefault(1.0);
  row.error = new QLabel(m_rowsHolder);
  row.error->setObjectName(name + u".error"_s);
  row.error->setFont(ui::font(TextRole::Caption));
  row.error->setWordWrap(true);
  row.error->hide();
  m_grid->addWidget(row.error, at, 0, 1, 3);
  connect(row.precision, &QComboBox::activated, this, [this, role, words, box = row.precision] {
    emit edited(tr("precision of %1", "undo step: Set …").arg(words),
                [&](Json& asked) { asked["roles"][role]["precision"] = box->currentText().toStdString(); });
  });
  const auto take = [this, role](NumberField* field, const char* key, const QString& what, bool whole) {
    connect(field, &NumberField::committed, this, [this, role, key, what, whole](double value) {
      emit edited(what, [&](Json& asked) {
        asked["roles"][role][key] = whole ? Json(static_cast<int>(value)) : Json(value);
      });
    });
    connect(field, &NumberField::defaultWanted, this, [this, role, key, what] {
      emit edited(what, [&](Json& asked) { asked["roles"][role].erase(key); });
    });
  };
  take(row.rank, "adapter_rank", tr("rank of adapters of %1", "undo step: Set …").arg(words), true);
  take(row.seconds, "seconds_per_sample", tr("seconds of a sample of %1", "undo step: Set …").arg(words),
       false);
  take(row.atOnce, "at_once", tr("samples at once of %1", "undo step: Set …").arg(words), true);
  m_rows.push_back(row);
}

/// Where the model may be from, and what may stand in its place.
void RoleList::fillMenu(const Row& row) {
  QMenu& menu = *row.model->menu();
  menu.clear();
  const QString name = roleWidget(row.role), words = roleName(row.role);
  const auto add = [&](const QString& id, const QString& text, auto act) {
    QAction* action = menu.addAction(text);
    action->setObjectName(name + u'.' + id);
    connect(action, &QAction::triggered, this, act);
  };
  const QString role = QString::fromStdString(row.role);
  add(u"load"_s, tr("Load a model file…"), [this, role] { emit fileWanted(role); });
  add(u"preset"_s, tr("Choose a preset…"), [this, role] { emit presetWanted(role); });
  if (runsForwardAlone(m_asked, row.role))
    add(u"rule"_s, tr("By a rule, without a model"), [this, words, key = row.role] {
      emit edited(tr("rule of %1", "undo step: Set …").arg(words),
                  [&](Json& asked) { setRoleRule(asked, key); });
    });
  for (const Row& other : m_rows) {
    if (other.role == row.role || !modelOf(m_asked, other.role)) continue;
    add(u"shares."_s + QString::fromStdString(other.role),
        tr("Weights of %1 without its adapters", "a role").arg(roleName(other.role)),
        [this, words, key = row.role, owner = other.role] {
          emit edited(tr("shared weights of %1", "undo step: Set …").arg(words),
                      [&](Json& asked) { setRoleShares(asked, key, owner); });
        });
  }
}

void RoleList::show(Row& row, const Json& role, bool stated) {
  const QString words = roleName(row.role), work = workOfRole(m_asked, row.role);
  const bool rule = role.is_object() && role.contains("rule");
  const QString shares = textIn(role, "shares"), model = textIn(role, "model");
  const QString text = rule                ? tr("by a rule", "what scores")
                       : !shares.isEmpty() ? tr("weights of %1", "a role").arg(roleName(shares.toStdString()))
                       : model.isEmpty()   ? tr("no model yet")
                       : role.contains("config") ? model
                                                 : modelTitle(model);
  row.title->setToolTip(work);
  row.model->setText(row.model->fontMetrics().elidedText(text, Qt::ElideMiddle, scaled(150)));
  row.model->setToolTip(tr("%1 %2.\n%3", "role, what it does, its model").arg(words, work, text));
  row.model->setAccessibleName(tr("%1, %2: %3", "role, what it does, its model").arg(words, work, text));
  markAssumed(row.model, !stated && !model.isEmpty(), row.title);
  fillMenu(row);
  const QString precision = textIn(role, "precision");
  row.precision->setCurrentIndex(std::max(0, row.precision->findText(precision)));
  markAssumed(row.precision, precision.isEmpty());
  row.precision->setVisible(!rule);
  const bool adapters = !rule && (!shares.isEmpty() || role.contains("adapter_rank"));
  row.rank->setValue(numberIn(role, "adapter_rank").value_or(0.0));
  row.seconds->setValue(numberIn(role, "seconds_per_sample").value_or(0.0));
  row.rank->setAssumed(!role.is_object() || !role.contains("adapter_rank"));
  row.atOnce->setValue(numberIn(role, "at_once").value_or(1.0));
  row.atOnce->setAssumed(!role.is_object() || !role.contains("at_once"));
  row.seconds->setAssumed(!role.is_object() || !role.contains("seconds_per_sample"));
  for (QWidget* widget : {static_cast<QWidget*>(row.rank), static_cast<QWidget*>(row.rankLabel)})
    widget->setVisible(adapters);
  for (QWidget* widget :
       std::initializer_list<QWidget*>{row.seconds, row.secondsLabel, row.atOnce, row.atOnceLabel})
    widget->setVisible(rule);
}

void RoleList::setRoles(const Json& asked, bool stated) {
  m_asked = asked;
  const std::vector<std::string> roles = rolesOf(asked);
  const bool same = std::equal(roles.begin(), roles.end(), m_rows.begin(), m_rows.end(),
                               [](const std::string& role, const Row& row) { return role == row.role; });
  if (!same || m_rowsHolder == nullptr) build(roles);
  const Json all = memberOf(asked, "roles");
  for (Row& row : m_rows) show(row, memberOf(all, row.role), stated);
}

bool RoleList::tell(const std::optional<Error>& error, const QString& words) {
  bool placed = false;
  for (Row& row : m_rows) {
    const std::string path = "roles." + row.role;
    const bool here = error && (error->where == path || error->where.starts_with(path + "."));
    placed = placed || here;
    row.error->setText(here ? words : QString());
    row.error->setVisible(here);
    row.model->setAccessibleDescription(row.error->text());
  }
  return placed;
}

void RoleList::dragEnterEvent(QDragEnterEvent* event) {
  if (judgeDrop(event->mimeData()).kind == Drop::Kind::Model) event->acceptProposedAction();
}

/// For the role whose row is nearest.
void RoleList::dropEvent(QDropEvent* event) {
  const Drop drop = judgeDrop(event->mimeData());
  if (drop.kind != Drop::Kind::Model || m_rows.empty()) return;
  event->acceptProposedAction();
  const int y = event->position().toPoint().y();
  const auto nearest = std::min_element(m_rows.begin(), m_rows.end(), [&](const Row& a, const Row& b) {
    const auto away = [&](const Row& row) {
      return std::abs(row.model->mapTo(this, row.model->rect().center()).y() - y);
    };
    return away(a) < away(b);
  });
  emit fileDropped(QString::fromStdString(nearest->role), drop.path);
}

void RoleList::colour() {
  const Theme& theme = currentTheme();
  for (const Row& row : m_rows) {
    for (QLabel* label : {row.title, row.rankLabel, row.secondsLabel, row.atOnceLabel})
      setInk(label, theme.text2);
    setInk(row.error, theme.error);
  }
}

void RoleList::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange) colour();
}

}  // namespace astrolabe::ui
