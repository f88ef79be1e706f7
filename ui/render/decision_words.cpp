#include "ui/render/decision_words.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/render/answer_text.h"
#include "ui/render/model_title.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/outcome_words.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;
using plan::DecideBy;

struct DecideWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::DecisionWords)
};

bool isAnswered(const NamedOption& option) {
  return option.answer != nullptr && option.answer->problem && !option.answer->best.empty();
}

/// What keeps all strategies of an option from being possible; null where that is not so, or not known.
const cost::Violation* ruledOutBy(const NamedOption& option) {
  if (option.answer == nullptr || option.answer->status != plan::Status::infeasible) return nullptr;
  const cost::Violation& violation = option.answer->binding.violation;
  return violation.binding == cost::Binding::none ? nullptr : &violation;
}

/// Whose goal and limits hold for all; null where nothing has an answer.
const plan::Snapshot* measureOf(const std::vector<NamedOption>& options) {
  const plan::Snapshot* first = nullptr;
  for (const NamedOption& option : options) {
    if (!isAnswered(option)) continue;
    if (option.baseline) return option.answer;
    if (first == nullptr) first = option.answer;
  }
  return first;
}

/// "$3.4 M where the budget allows $4.0 M".
QString heldText(const plan::HeldLimit& held) {
  cost::Violation told;
  told.binding = held.binding;
  told.found = held.found;
  told.limit = held.limit;
  return violationText(told);
}

QString limitsWords(const NamedOption& named, const plan::Contender& option) {
  const int all = static_cast<int>(option.limits.size());
  if (const cost::Violation* closest = ruledOutBy(named); !option.answered && closest != nullptr)
    return named.answer->problem ? violationText(*closest, *named.answer->problem) : violationText(*closest);
  if (!option.answered) return unknownText();
  if (all == 0) return DecideWords::tr("none asked");
  const auto broken = std::find_if(option.limits.begin(), option.limits.end(),
                                   [](const plan::HeldLimit& held) { return !held.holds(); });
  if (broken == option.limits.end()) return DecideWords::tr("all %n hold", nullptr, all);
  return heldText(*broken);
}

QString placeWords(const plan::Contender& option, const plan::Decided& decided) {
  if (!option.answered) return unknownText();
  if (!option.alternative) return anotherJobPlace();
  if (decided.place == 0) return option.possible() ? unknownText() : DecideWords::tr("breaks a limit");
  const QString place = wholeText(decided.place);
  return decided.tied ? DecideWords::tr("%1, within the error of the first").arg(place) : place;
}

/// "Buy B", "Rent B", "Use B": by what is paid for.
QString takeText(const NamedOption& option) {
  switch (option.answer->problem->job.cost.basis) {
    case hardware::CostBasis::rent:
      return DecideWords::tr("Rent %1").arg(option.name);
    case hardware::CostBasis::buy:
      return DecideWords::tr("Buy %1").arg(option.name);
    case hardware::CostBasis::own:
      break;
  }
  return DecideWords::tr("Use %1").arg(option.name);
}

/// "41 days, $3.2 M for the job, $9.6 M to buy".
QString figuresText(const NamedOption& option) {
  const cost::Evaluation& best = option.answer->best.front();
  QStringList parts{jobHoursText(best.outcome)};
  if (best.outcome.usd && !isEndless(best.outcome))
    parts << DecideWords::tr("%1 for the job").arg(moneyText(best.outcome.usd->value));
  if (option.answer->problem->job.cost.basis == hardware::CostBasis::buy && best.money.purchase)
    parts << DecideWords::tr("%1 to buy").arg(moneyText(best.money.purchase->value));
  return parts.join(u", "_s);
}

/// What would make another choice right: the limit that is nearest, and the price at which the next wins.
QStringList changes(const std::vector<NamedOption>& options, const DecisionWords& words, DecideBy by) {
  const plan::Decision& decision = words.decision;
  const auto winner = static_cast<std::size_t>(decision.winner);
  QStringList told;
  if (decision.nearest >= 0) {
    const plan::HeldLimit& held = words.contenders[winner].limits[static_cast<std::size_t>(decision.nearest)];
    told << DecideWords::tr("the nearest limit, of which %1 is taken (%2)")
                .arg(percentText(held.found / held.limit, 0), heldText(held));
  }
  if (decision.runner_up < 0) return told;
  // What is as good already wins at no other price.
  constexpr double kAlike = 1.0005;
  const bool alike = by != DecideBy::gpus && decision.value_factor.value_or(1.0) < kAlike &&
                     decision.price_factor.value_or(1.0) < kAlike;
  if (alike) return told;
  const QString& next = options[static_cast<std::size_t>(decision.runner_up)].name;
  if (decision.price_factor)
    told << DecideWords::tr("a price of its machines that is %1 higher, at which %2 wins")
                .arg(percentText(*decision.price_factor - 1.0), next);
  else if (by == DecideBy::gpus)
    told << DecideWords::tr("a limit that only %1 keeps", "name of the next option").arg(next);
  else
    told << (by == DecideBy::hours ? DecideWords::tr("a job that takes %1 longer on it, at which %2 wins")
                                   : DecideWords::tr("a cost that is %1 higher, at which %2 wins"))
                .arg(percentText(*decision.value_factor - 1.0), next);
  return told;
}

/// How many strategies of a ranking lie within the band of its best, that included.
int layoutsWithin(const plan::Snapshot& answer) {
  const double high = answer.best.front().step_high.value;
  return static_cast<int>(std::count_if(answer.best.begin(), answer.best.end(), [&](const auto& row) {
    return row.step.value <= high && row.gpus == answer.best.front().gpus;
  }));
}

QStringList furtherWords(const std::vector<NamedOption>& options, const DecisionWords& words) {
  const plan::Decision& decision = words.decision;
  const NamedOption& winner = options[static_cast<std::size_t>(decision.winner)];
  QStringList told, tied, broken;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const plan::Decided& decided = decision.options[i];
    if (decided.tied) tied << options[i].name;
    const cost::Violation* closest = ruledOutBy(options[i]);
    const bool limited = closest != nullptr && closest->binding != cost::Binding::rule &&
                         !cost::lacks_memory(closest->binding);
    if (words.contenders[i].answered ? !words.contenders[i].possible() : limited)
      broken << DecideWords::tr("%1: %2", "option, the limit it breaks")
                    .arg(options[i].name, words.options[i].limits);
  }
  if (!tied.isEmpty())
    told
        << DecideWords::tr("Within the error of the prediction, and so as good: %1.").arg(tied.join(u", "_s));
  if (!broken.isEmpty()) told << DecideWords::tr("A limit is broken by %1.").arg(broken.join(u"; "_s));
  if (const int layouts = layoutsWithin(*winner.answer); layouts > 1) {
    const bool all = layouts == static_cast<int>(winner.answer->best.size());  // further ones are not known
    told << (all ? DecideWords::tr("At least %n layouts of %1 lie within the error of its best.", nullptr,
                                   layouts)
                 : DecideWords::tr("%n layouts of %1 lie within the error of its best.", nullptr, layouts))
                .arg(winner.name);
  }
  return told;
}

/// "2 T tokens, not 1 T; batches of 512, not 1,024": what the job of one option has that is not that of the
/// measure.
QString otherJobText(const strategy::Problem& other, const strategy::Problem& measure) {
  QStringList parts;
  const auto add = [&](const QString& text, double one, double asked) {
    if (one == asked) return;
    const QStringList told = distinctTexts({one, asked}, significantText);
    parts << text.arg(told[0], told[1]);
  };
  const QString name = modelTitle(QString::fromStdString(other.graph->name)),
                asked = modelTitle(QString::fromStdString(measure.graph->name));
  if (name != asked) parts << DecideWords::tr("%1, not %2", "names of models").arg(name, asked);
  add(DecideWords::tr("%1 tokens, not %2"), other.job.tokens, measure.job.tokens);
  add(DecideWords::tr("batches of %1, not %2"), other.job.global_batch, measure.job.global_batch);
  add(DecideWords::tr("sequences of %1, not %2"), other.job.sequence_length, measure.job.sequence_length);
  return parts.isEmpty() ? DecideWords::tr("another model of that name") : parts.join(u"; "_s);
}

/// Of each option that does another job than the measure, what is another one.
QStringList otherJobs(const std::vector<NamedOption>& options, const DecisionWords& words,
                      const plan::Snapshot& measure) {
  const auto measured = std::find_if(options.begin(), options.end(),
                                     [&](const NamedOption& option) { return option.answer == &measure; });
  QStringList told;
  for (std::size_t i = 0; i < options.size(); ++i)
    if (!words.contenders[i].alternative)
      told << anotherJobSentence(options[i].name, measured->name,
                                 otherJobText(*options[i].answer->problem, *measure.problem));
  return told;
}

/// The share of the drawings that each wins, and how they were drawn.
QStringList chanceWords(const std::vector<NamedOption>& options, const plan::Decision& decision) {
  QStringList chances;
  for (std::size_t i = 0; i < options.size(); ++i)
    if (decision.options[i].place > 0)
      chances << DecideWords::tr("%1 with %2", "option, its chance")
                     .arg(options[i].name, percentText(decision.options[i].chance, 0));
  if (chances.size() < 2) return {};
  return {DecideWords::tr("Chance to be the best: %1.").arg(chances.join(u", "_s)),
          DecideWords::tr("%1 drawings from the 80 % bands, seed %2: predictions for one type of GPU and one "
                          "software err together, others independently.")
              .arg(wholeText(decision.draws), wholeText(static_cast<double>(decision.seed)))};
}

}  // namespace

QStringList DecisionWords::told() const {
  QStringList all = further + chances;
  if (!sentence.isEmpty()) all.prepend(sentence);
  return all;
}

QString anotherJobPlace() { return DecideWords::tr("another job"); }

QString anotherJobSentence(const QString& option, const QString& measure, const QString& what) {
  return DecideWords::tr("%1 does another job than %2 (%3), so neither is an alternative to the other.")
      .arg(option, measure, what);
}

void tellNoChoice(DecisionWords& words, const QStringList& told) {
  words.message = DecideWords::tr("The options do different jobs");
  words.sentence = DecideWords::tr(
      "The options do different jobs: none of them is named the best, and no chance to be that is told.");
  words.further = told;
}

DecisionWords decisionWords(const std::vector<NamedOption>& options) {
  DecisionWords words;
  words.contenders.resize(options.size());
  words.options.resize(options.size());
  words.decision.options.resize(options.size());
  const plan::Snapshot* measure = measureOf(options);
  if (measure == nullptr) return words;
  const DecideBy by = plan::decide_by(measure->objective);
  int told = 0, alternatives = 0;  // options of which something is known, those of them that do one job
  for (std::size_t i = 0; i < options.size(); ++i) {
    words.contenders[i].id = options[i].id;
    if (isAnswered(options[i]))
      words.contenders[i] = plan::contender_of(options[i].id, *options[i].answer, by, measure->problem->job);
    else if (ruledOutBy(options[i]) == nullptr)
      continue;
    const auto& problem = options[i].answer->problem;
    words.contenders[i].alternative = !problem || plan::same_job(*problem, *measure->problem);
    ++told;
    if (words.contenders[i].alternative) ++alternatives;
  }
  const bool choice = told < 2 || alternatives > 1;  // not where all others do another job
  if (choice) words.decision = plan::decide(words.contenders);
  for (std::size_t i = 0; i < options.size(); ++i)
    words.options[i] = {placeWords(words.contenders[i], words.decision.options[i]),
                        limitsWords(options[i], words.contenders[i]),
                        !words.contenders[i].answered || words.contenders[i].possible()};
  if (told < 2) return words;
  if (!choice) {
    tellNoChoice(words, otherJobs(options, words, *measure));
    return words;
  }
  if (words.decision.winner < 0) {
    words.message = DecideWords::tr("No option keeps every limit");
    words.sentence = words.message + u'.';
    return words;
  }
  const NamedOption& winner = options[static_cast<std::size_t>(words.decision.winner)];
  const cost::Outcome& outcome = winner.answer->best.front().outcome;
  words.message = isEndless(outcome)
                      ? DecideWords::tr("%1, though the job takes for ever").arg(takeText(winner))
                      : DecideWords::tr("%1, done in %2", "which option to take, how long the job takes")
                            .arg(takeText(winner), hoursText(outcome.hours));
  const QStringList other = changes(options, words, by);
  const QString take = DecideWords::tr("%1 (%2)", "which option to take, its figures")
                           .arg(takeText(winner), figuresText(winner));
  words.sentence =
      other.isEmpty()
          ? take + u'.'
          : DecideWords::tr("%1; what would change that: %2.")
                .arg(take, other.join(DecideWords::tr(", or ", "between what would change a choice")));
  words.further = otherJobs(options, words, *measure) + furtherWords(options, words);
  words.chances = chanceWords(options, words.decision);
  return words;
}

}  // namespace astrolabe::ui
