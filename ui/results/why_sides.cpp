#include "ui/results/why_sides.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/controls/selectable_words.h"
#include "ui/render/theme.h"
#include "ui/results/sides_page.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

/// The context of translations.
struct WhyWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::WhySides)
};

QLabel* heading(const QString& text, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setFont(ui::font(TextRole::BodyStrong));
  return label;
}

QWidget* nothingPage(WhySides& made, const WhyParts& parts) {
  auto* page = new QWidget(made.stack);
  auto* lines = new QVBoxLayout(page);
  made.words = new QLabel(page);
  made.words->setObjectName(parts.name + u".words"_s);
  made.words->setAlignment(Qt::AlignCenter);
  made.words->setWordWrap(true);
  lines->addStretch();
  lines->addWidget(made.words);
  lines->addStretch();
  return page;
}

QWidget* firstSide(WhySides& made, const WhyParts& parts) {
  auto* side = new QWidget(made.stack);
  auto* column = new QVBoxLayout(side);
  column->addWidget(heading(WhyWords::tr("Chosen because"), side));
  made.chosen = selectableWords(parts.name + u".chosen"_s, side);
  column->addWidget(made.chosen);
  if (parts.chosen)
    parts.chosen(*column);
  else
    column->addStretch();
  return side;
}

QWidget* otherSide(WhySides& made, const WhyParts& parts) {
  auto* side = new QWidget(made.stack);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(scaled(12), scaled(9), scaled(12), 0);
  auto* head = new QHBoxLayout;
  QLabel* title = heading(WhyWords::tr("Why not…"), side);
  head->addWidget(title);
  made.pick = new QComboBox(side);
  made.pick->setObjectName(parts.name + u".pick"_s);
  made.pick->setAccessibleName(parts.pick);
  made.pick->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  made.pick->setMinimumContentsLength(24);
  title->setBuddy(made.pick);
  head->addWidget(made.pick, 1);
  column->addLayout(head);
  if (parts.asked) parts.asked(*column);
  made.verdict = selectableWords(parts.name + u".verdict"_s, side);
  made.verdict->setFont(ui::font(TextRole::BodyStrong));
  column->addWidget(made.verdict);
  parts.told(*column);
  return side;
}

}  // namespace

WhySides whySides(QWidget& page, const WhyParts& parts) {
  page.setAutoFillBackground(true);
  page.setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(&page);
  column->setContentsMargins(0, 0, 0, 0);
  WhySides made;
  made.stack = new QStackedWidget(&page);
  column->addWidget(made.stack);
  made.stack->addWidget(nothingPage(made, parts));
  auto* sides = new SidesPage(made.stack);
  QWidget* first = firstSide(made, parts);
  sides->setSides(first, otherSide(made, parts),
                  {.first = parts.first, .second = parts.second, .before = 12, .between = 16, .line = true});
  made.stack->addWidget(sides);
  return made;
}

void WhySides::setNothing(const QString& text) {
  words->setText(text);
  stack->parentWidget()->setAccessibleDescription(text);
  stack->setCurrentIndex(text.isEmpty() ? 1 : 0);
}

void WhySides::setStale(bool stale) {
  for (QLabel* label : {chosen, verdict})
    label->setAccessibleDescription(stale ? WhyWords::tr("Older than the plan") : QString());
}

QString WhySides::plainText() const {
  return chosen->text() + u"\n\n"_s + pick->currentText() + u": "_s + verdict->text() + u'\n';
}

}  // namespace astrolabe::ui
