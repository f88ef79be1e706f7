#include "ui/results/why_chosen.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/render/answer_text.h"
#include "ui/render/assumed_words.h"
#include "ui/render/chosen_because.h"
#include "ui/render/glossary.h"
#include "ui/render/kind_words.h"
#include "ui/render/leader_words.h"
#include "ui/render/mark_words.h"
#include "ui/render/messages.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/runtime_words.h"
#include "ui/render/text.h"
#include "ui/render/theme.h"
#include "ui/results/layout_text.h"
#include "ui/results/ranking_model.h"
#include "ui/results/why_card.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

/// The words of a strategy that the glossary explains, each as a link to its term.
QString termLinks(const strategy::Strategy& s) {
  QStringList ids{u"tp"_s, u"pp"_s, u"dp"_s};
  if (s.context_parallel > 1) ids << u"cp"_s;
  if (s.expert_parallel > 1) ids << u"ep"_s;
  if (s.virtual_pipeline > 1) ids << u"vp"_s;
  if (s.zero_stage > 0) ids << u"zero"_s;
  ids << QLatin1StringView(strategy::to_string(s.schedule)) << u"mbs"_s << u"bubble"_s << u"recompute"_s
      << u"exposed"_s << u"memory"_s;
  QStringList links;
  const std::vector<GlossaryTerm> terms = glossary();
  for (const QString& id : ids)
    for (const GlossaryTerm& term : terms)
      if (term.id == id)
        links << u"<a href=\"%1\" style=\"color:%2;text-decoration:none\">%3</a>"_s.arg(
            id, currentTheme().accent.name(), term.shortName().toHtmlEscaped());
  return links.join(u" · "_s);
}

/// What leads the ranking, whether a runtime starts it, and what is proven of it.
QString leadingText(const plan::SnapshotPtr& snapshot, const planning::Option& leader) {
  QString told = firstOfAllText(leader);
  if (!snapshot || !snapshot->problem) return told;
  const KindWords& words = kindWords(leader);
  const QString runs = runsOnText(words.verdicts(*snapshot->problem, leader.evaluation));
  for (const QString& more :
       {runs.isEmpty() ? words.runtimesNote() : runs, plainReason(leadsBecause(*snapshot, leader).front())})
    if (!more.isEmpty()) told += u' ' + more;
  return told;
}

}  // namespace

WhyChosen::WhyChosen(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(scaled(16), scaled(10), scaled(16), scaled(10));
  column->setSpacing(scaled(4));
  m_heading = wordsOf(this, u"whyView.heading"_s, TextRole::Body);
  m_chosen = wordsOf(this, u"whyView.chosen"_s, TextRole::Title);
  m_chosen->setTextFormat(Qt::RichText);
  m_usage = wordsOf(this, u"whyView.usage"_s, TextRole::Body);
  m_runsOn = wordsOf(this, u"whyView.runsOn"_s, TextRole::Body);
  m_because = wordsOf(this, u"whyView.because"_s, TextRole::Section);
  for (QLabel* label : {m_heading, m_chosen, m_usage, m_runsOn}) column->addWidget(label);
  column->addSpacing(scaled(6));
  column->addWidget(m_because);
  m_reasons = new QVBoxLayout;
  m_reasons->setSpacing(scaled(6));
  column->addLayout(m_reasons);
  column->addStretch();
  m_terms = wordsOf(this, u"whyView.terms"_s, TextRole::Caption);
  m_terms->setTextFormat(Qt::RichText);
  m_terms->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  connect(m_terms, &QLabel::linkActivated, this, &WhyChosen::glossaryRequested);
  column->addWidget(m_terms);
  m_band = wordsOf(this, u"whyView.band"_s, TextRole::Caption);
  column->addWidget(m_band);
}

void WhyChosen::addReason(int number, const QString& html, const QString& link, const QString& target) {
  auto* row = new QHBoxLayout;
  row->setSpacing(scaled(10));
  auto* place = new QLabel(QString::number(number), this);
  inkLabel(place, currentTheme().text3);
  row->addWidget(place, 0, Qt::AlignTop);
  auto* text = wordsOf(this, u"whyView.reason%1"_s.arg(number), TextRole::Body);
  text->setTextFormat(Qt::RichText);
  text->setTextInteractionFlags(Qt::TextBrowserInteraction);
  text->setText(u"%1 <a href=\"%2\" style=\"text-decoration:none\">%3</a>"_s.arg(unbrokenHtml(html), target,
                                                                                 link.toHtmlEscaped()));
  QPalette colours = text->palette();
  colours.setColor(QPalette::Link, currentTheme().accent);
  text->setPalette(colours);
  connect(text, &QLabel::linkActivated, this, &WhyChosen::openLink);
  row->addWidget(text, 1);
  m_reasons->addLayout(row);
}

void WhyChosen::openLink(const QString& target) {
  const QStringList words = target.split(u':');
  emit evidenceRequested(static_cast<Evidence>(words.value(0).toInt()), words.value(1).toInt());
}

void WhyChosen::showBest(const plan::SnapshotPtr& snapshot, const planning::OptionPtr& leader) {
  while (QLayoutItem* row = m_reasons->takeAt(0)) {
    while (QLayoutItem* cell = row->layout()->takeAt(0)) {
      cell->widget()->hide();
      cell->widget()->deleteLater();  // it may be the link that brought us here
      delete cell;
    }
    delete row;
  }
  const Theme& theme = currentTheme();
  for (QLabel* label : {m_heading, m_usage, m_runsOn, m_band, m_terms}) inkLabel(label, theme.text2);
  const bool some = snapshot && !snapshot->best.empty() && snapshot->problem;
  for (QLabel* label : {m_chosen, m_runsOn, m_because, m_band, m_terms}) label->setVisible(some);
  m_heading->setText(leader
                         ? leadingText(snapshot, *leader) + (some ? u'\n' + tr("Best strategy") : QString())
                         : tr("Chosen"));
  if (!some) {
    m_usage->setText(snapshot && snapshot->status == plan::Status::infeasible
                         ? messageFor(*snapshot).plain()
                         : tr("No strategy to show yet."));
    return;
  }
  const cost::Evaluation& best = snapshot->best.front();
  m_chosen->setText(u"<span style=\"color:%1\">#1</span>&nbsp; %2"_s.arg(
      theme.best.name(), degreesText(best.strategy).toHtmlEscaped()));
  const QString placed = placedStepText(best);
  m_usage->setText(usageText(best, *snapshot->problem) + (placed.isEmpty() ? placed : u'\n' + placed));
  const RuntimeVerdicts verdicts = judgeRuntimes(*snapshot->problem, best.strategy);
  const QString runsOn = runsOnText(verdicts), reasons = runsOnReasons(verdicts);
  m_runsOn->setText(runsOn);
  m_runsOn->setVisible(!runsOn.isEmpty());
  m_runsOn->setToolTip(reasons);
  m_runsOn->setAccessibleDescription(reasons);
  m_because->setText(leader ? tr("First of strategies because") : tr("Chosen because"));
  const QString names[] = {tr("log"), tr("ranking"), tr("Pareto"), tr("timeline"), tr("breakdown")};
  int number = 0;
  for (const Reason& reason : chosenBecause(*snapshot)) {
    QString link = names[static_cast<int>(reason.evidence)];
    if (reason.rank >= 0) link = tr("ranking #%1").arg(reason.rank + 1);
    addReason(++number, reason.html, link,
              u"%1:%2"_s.arg(static_cast<int>(reason.evidence)).arg(reason.rank));
  }
  m_terms->setText(tr("Glossary: %1").arg(termLinks(best.strategy)));
  QStringList assumed;
  for (const hardware::Assumption& assumption : snapshot->assumptions)
    assumed << assumedName(assumption.what) + u" = "_s + shownSum(assumedValue(assumption.value));
  m_band->setText(tr("Prediction %1, 80 % band %2 to %3. %n input(s) are assumed.", nullptr,
                     static_cast<int>(assumed.size()))
                      .arg(durationText(best.step.value), durationText(best.step_low.value),
                           durationText(best.step_high.value)));
  m_band->setToolTip(assumed.join(u'\n'));
}

}  // namespace astrolabe::ui
