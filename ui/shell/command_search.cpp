#include "ui/shell/command_search.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/render/icons.h"
#include "ui/render/theme.h"
#include "ui/render/window_size.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

constexpr int kWordStart = 100, kInside = 30, kAkin = 15, kElsewhere = 5, kWholeStart = 50;
constexpr int kIndexRole = Qt::UserRole + 1, kNameRole = Qt::UserRole + 2;

/// Words of which each finds what is called by another one of its line. A translation may have more or fewer.
constexpr const char* kAkinWords[] = {
    QT_TRANSLATE_NOOP("CommandWords", "open load read choose import"),
    QT_TRANSLATE_NOOP("CommandWords", "save write store export"),
    QT_TRANSLATE_NOOP("CommandWords", "delete remove clear discard"),
    QT_TRANSLATE_NOOP("CommandWords", "copy duplicate clone"),
    QT_TRANSLATE_NOOP("CommandWords", "settings preferences options configure"),
    QT_TRANSLATE_NOOP("CommandWords", "find search filter"),
    QT_TRANSLATE_NOOP("CommandWords", "run start search calculate"),
    QT_TRANSLATE_NOOP("CommandWords", "stop cancel abort pause"),
    QT_TRANSLATE_NOOP("CommandWords", "price prices cost money"),
    QT_TRANSLATE_NOOP("CommandWords", "limit budget most maximum"),
    QT_TRANSLATE_NOOP("CommandWords", "gpu card accelerator hardware node"),
    QT_TRANSLATE_NOOP("CommandWords", "model preset network"),
    QT_TRANSLATE_NOOP("CommandWords", "theme dark light appearance"),
    QT_TRANSLATE_NOOP("CommandWords", "text font size"),
    QT_TRANSLATE_NOOP("CommandWords", "report pdf document print"),
    QT_TRANSLATE_NOOP("CommandWords", "present slides presentation"),
    QT_TRANSLATE_NOOP("CommandWords", "keys shortcuts keyboard"),
    QT_TRANSLATE_NOOP("CommandWords", "new create add")};

/// What else a word may mean that is typed, or its first letters.
QStringList akinTo(const QString& typed) {
  constexpr int kLeastTyped = 3;
  QStringList akin;
  for (const char* line : kAkinWords) {
    const QStringList words =
        QCoreApplication::translate("CommandWords", line).toCaseFolded().split(u' ', Qt::SkipEmptyParts);
    const auto means = [&](const QString& word) {
      return word == typed || (typed.size() >= kLeastTyped && word.startsWith(typed));
    };
    if (std::any_of(words.begin(), words.end(), means)) akin << words;
  }
  return akin;
}

bool startsAWord(const QString& text, const QString& word) {
  for (qsizetype at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (at == 0 || !text.at(at - 1).isLetterOrNumber()) return true;
  return false;
}

}  // namespace

int commandRank(const Command& command, const QString& typed) {
  const QString title = command.title.toCaseFolded(), place = command.place.toCaseFolded();
  const QString query = typed.simplified().toCaseFolded();
  int rank = title.startsWith(query) ? kWholeStart : 1;
  for (const QString& word : query.split(u' ', Qt::SkipEmptyParts)) {
    if (startsAWord(title, word))
      rank += kWordStart;
    else if (title.contains(word))
      rank += kInside;
    else if (place.contains(word) || command.keys.toCaseFolded().contains(word))
      rank += kElsewhere;
    else if (const QStringList akin = akinTo(word); std::any_of(
                 akin.begin(), akin.end(), [&](const QString& other) { return startsAWord(title, other); }))
      rank += kAkin;
    else
      return 0;
  }
  return rank;
}

CommandSearch::CommandSearch(std::vector<Command> commands, QWidget* parent)
    : QDialog(parent), m_commands(std::move(commands)) {
  setObjectName(u"commandSearch"_s);
  setWindowTitle(tr("Command search"));
  resize(scaledOn(screen(), 560, 420));
  auto* column = new QVBoxLayout(this);
  m_field = new QLineEdit(this);
  m_field->setObjectName(u"commandSearch.field"_s);
  m_field->setPlaceholderText(tr("What do you want to do?"));
  m_field->setAccessibleName(tr("Search commands"));
  m_field->setClearButtonEnabled(true);
  m_field->installEventFilter(this);
  column->addWidget(m_field);
  m_list = new QListWidget(this);
  m_list->setObjectName(u"commandSearch.list"_s);
  m_list->setAccessibleName(tr("Commands"));
  m_list->setUniformItemSizes(true);
  column->addWidget(m_list, 1);
  auto* hint = new QLabel(tr("Enter runs the chosen one. Escape closes."), this);
  hint->setFont(ui::font(TextRole::Caption));
  column->addWidget(hint);
  connect(m_field, &QLineEdit::textChanged, this, &CommandSearch::filter);
  connect(m_field, &QLineEdit::returnPressed, this, &CommandSearch::runCurrent);
  connect(m_list, &QListWidget::itemActivated, this, &CommandSearch::runCurrent);
  connect(m_list, &QListWidget::itemClicked, this, &CommandSearch::runCurrent);
  filter({});
  m_field->setFocus();
}

void CommandSearch::filter(const QString& typed) {
  std::vector<std::pair<int, std::size_t>> found;
  for (std::size_t i = 0; i < m_commands.size(); ++i)
    if (const int rank = commandRank(m_commands[i], typed); rank > 0) found.emplace_back(rank, i);
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (found.size() > kMostShown) found.resize(kMostShown);
  m_list->clear();
  for (const auto& [rank, index] : found) {
    const Command& command = m_commands[index];
    const QString title = command.keys.isEmpty()
                              ? tr("%1 — %2", "command and where it stands").arg(command.title, command.place)
                              : tr("%1 — %2 (%3)", "command, where it stands, its keys")
                                    .arg(command.title, command.place, command.keys);
    auto* item = new QListWidgetItem(command.icon.isNull() ? noIcon() : command.icon, title, m_list);
    item->setData(kIndexRole, int(index));
    item->setData(kNameRole, command.name);
    if (!command.enabled) item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
  }
  if (m_list->count() == 0) {
    auto* nothing = new QListWidgetItem(tr("Nothing matches “%1”.").arg(typed), m_list);
    nothing->setFlags(Qt::NoItemFlags);
    return;
  }
  m_list->setCurrentRow(0);
}

QStringList CommandSearch::shown() const {
  QStringList names;
  for (int row = 0; row < m_list->count(); ++row)
    if (const QString name = m_list->item(row)->data(kNameRole).toString(); !name.isEmpty()) names << name;
  return names;
}

/// The command runs when this dialog has gone and the focus is back where it was.
void CommandSearch::runCurrent() {
  const QListWidgetItem* item = m_list->currentItem();
  if (!item || !item->data(kIndexRole).isValid() || !(item->flags() & Qt::ItemIsEnabled)) return;
  const auto run = m_commands[std::size_t(item->data(kIndexRole).toInt())].run;
  accept();
  if (run) QTimer::singleShot(0, parent(), run);
}

bool CommandSearch::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_field && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
      QCoreApplication::sendEvent(m_list, event);
      return true;
    }
  }
  return QDialog::eventFilter(watched, event);
}

}  // namespace astrolabe::ui
