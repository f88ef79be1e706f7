#include "ui/shell/slides.h"

#include <QCoreApplication>
#include <QTextDocumentFragment>
#include <algorithm>
#include <cmath>
#include <set>

#include "ui/render/answer_text.h"
#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/render/reason_words.h"
#include "ui/render/report_words.h"
#include "ui/results/why_reasons.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct SlideWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::Presentation)
};

constexpr std::size_t kRanks = 4, kOptions = 6, kSources = 6, kReasons = 6;

QString slideWord(const std::string& text) { return QString::fromStdString(text); }

/// Fills one page; money goes through usd() so that nothing of it is left when it is hidden.
class Author {
 public:
  Author(const plan::Snapshot& snapshot, const hardware::Catalogue& catalogue, const Theme& theme, bool hide)
      : m_snapshot(snapshot),
        m_problem(*snapshot.problem),
        m_best(snapshot.best.front()),
        m_catalogue(catalogue),
        m_theme(theme),
        m_hide(hide) {}

  SlideContent cluster() const {
    SlideContent page;
    page.headline = grouped(SlideWords::tr("%1 on %n GPU(s)", nullptr, m_problem.cluster.gpus()),
                            m_problem.cluster.gpus())
                        .arg(slideWord(m_problem.graph->name));
    double bytes = 0.0, flops = 0.0;
    bool known = true;
    for (const hardware::Pool& pool : m_problem.cluster.pools) {
      const auto peak = hardware::peak(pool.gpu, m_problem.job.precision);
      known = known && peak && pool.gpu.memory;
      if (!known) break;
      bytes += pool.gpus() * pool.gpu.memory->value;
      flops += pool.gpus() * peak->value;
    }
    page.answer = false;
    page.figures.push_back({wholeText(m_problem.cluster.gpus()), SlideWords::tr("GPUs")});
    if (known) {
      page.figures.push_back({gibText(bytes, 0), SlideWords::tr("memory of the GPUs")});
      page.figures.push_back(
          {SlideWords::tr("%1 PFLOP/s").arg(significantText(flops / 1e15)),
           SlideWords::tr("peak in %1").arg(slideWord(hardware::to_string(m_problem.job.precision)))});
    }
    page.rows.push_back({SlideWords::tr("Pool"), SlideWords::tr("GPUs"), SlideWords::tr("Inside a node"),
                         SlideWords::tr("Network"), SlideWords::tr("$/GPU h")});
    std::vector<std::string> types;
    for (const hardware::Pool& pool : m_problem.cluster.pools) {
      const auto type = std::find(types.begin(), types.end(), pool.gpu.id);
      const auto index = type - types.begin();
      if (type == types.end()) types.push_back(pool.gpu.id);
      const GpuStyle style = m_theme.gpu(static_cast<int>(index));
      page.shapes.emplace_back(style.shape, style.color);
      page.rows.push_back(
          {slideWord(pool.id),
           u"%1 × %2 %3"_s.arg(wholeText(pool.nodes), wholeText(pool.gpus_per_node), shortGpuName(pool.gpu)),
           bandwidthText(pool.intra_node.bandwidth.value), networkText(pool.inter_node.bandwidth.value),
           pool.usd_per_gpu_hour ? usd(pool.usd_per_gpu_hour->value) : unknownText()});
    }
    return page;
  }

  SlideContent options() const {
    SlideContent page;
    page.headline = SlideWords::tr("The best of %1 strategies")
                        .arg(significantText(static_cast<double>(m_snapshot.space.total)));
    page.rows.push_back({u"#"_s, SlideWords::tr("Strategy"), SlideWords::tr("GPUs"),
                         SlideWords::tr("Tokens/s"), SlideWords::tr("$/1T tokens"),
                         SlideWords::tr("Δ best")});
    for (std::size_t i = 0; i < std::min(kOptions, m_snapshot.best.size()); ++i) {
      const cost::Evaluation& row = m_snapshot.best[i];
      page.rows.push_back(
          {wholeText(static_cast<double>(i + 1)), reportDegrees(row.strategy), reportGpus(m_problem, row),
           significantText(row.tokens_per_second), usd(row.money.usd_per_trillion_tokens),
           i == 0 ? unknownText() : signedPercentText(row.tokens_per_second / m_best.tokens_per_second - 1)});
    }
    page.sentences << endText(m_snapshot) + u"."_s;
    return page;
  }

  /// Scenarios side by side, the shown one as it stands on the other pages.
  SlideContent scenarios(const std::vector<SlideOption>& options) const {
    SlideContent page;
    page.headline = SlideWords::tr("%n options for %1", nullptr, static_cast<int>(options.size()))
                        .arg(slideWord(m_problem.graph->name));
    page.rows.push_back({SlideWords::tr("Option"), SlideWords::tr("Strategy"), SlideWords::tr("Tokens/s"),
                         SlideWords::tr("$/1T tokens"), SlideWords::tr("The job takes"),
                         SlideWords::tr("Δ baseline")});
    const auto best = [this](const SlideOption& option) -> const cost::Evaluation* {
      if (option.shown) return &m_best;
      return option.snapshot && !option.snapshot->best.empty() ? &option.snapshot->best.front() : nullptr;
    };
    const auto baseline = std::find_if(options.begin(), options.end(),
                                       [](const SlideOption& option) { return option.baseline; });
    const cost::Evaluation* base = baseline == options.end() ? nullptr : best(*baseline);
    double most = 0.0;
    for (const SlideOption& option : options) {
      const cost::Evaluation* row = best(option);
      if (row != nullptr && row->tokens_per_second > most) {
        most = row->tokens_per_second;
        page.boldRow = page.rows.size();
      }
      if (row == nullptr) {
        page.rows.push_back({option.name, SlideWords::tr("no answer"), unknownText(), unknownText(),
                             unknownText(), unknownText()});
        continue;
      }
      page.rows.push_back({option.name, reportDegrees(row->strategy), significantText(row->tokens_per_second),
                           usd(row->money.usd_per_trillion_tokens), hoursText(row->hours_for_job),
                           option.baseline ? SlideWords::tr("baseline")
                           : base != nullptr
                               ? signedPercentText(row->tokens_per_second / base->tokens_per_second - 1.0)
                               : unknownText()});
    }
    page.sentences << SlideWords::tr("Each with its best strategy; the difference is in tokens per second.");
    return page;
  }

  SlideContent winner() const {
    SlideContent page;
    page.headline = reportDegrees(m_best.strategy) + u" · "_s + reportGpus(m_problem, m_best);
    page.figures = {{significantText(m_best.tokens_per_second), SlideWords::tr("tokens/s")},
                    {hoursText(m_best.hours_for_job),
                     SlideWords::tr("for %1 tokens").arg(significantText(m_problem.job.tokens))},
                    {usd(m_best.money.usd_per_trillion_tokens), SlideWords::tr("per 1T tokens")},
                    {percentText(m_best.mfu), SlideWords::tr("of the FLOP/s of the GPUs used")}};
    page.sentences << usageText(m_best, m_problem)
                   << SlideWords::tr("One step takes %1; four of five such runs take %2 to %3.")
                          .arg(durationText(m_best.step.value), durationText(m_best.step_low.value),
                               durationText(m_best.step_high.value));
    if (m_snapshot.best.size() > 1) page.ranksTitle = SlideWords::tr("Tokens per second, beside the next");
    for (std::size_t i = 0; i < std::min(kRanks, m_snapshot.best.size()) && m_snapshot.best.size() > 1; ++i) {
      const cost::Evaluation& row = m_snapshot.best[i];
      page.ranks.push_back(
          {u"%1  %2"_s.arg(wholeText(static_cast<double>(i + 1)), reportDegrees(row.strategy)),
           row.tokens_per_second, wholeText(row.tokens_per_second),
           row.money.usd_per_trillion_tokens
               ? SlideWords::tr("%1 per 1T tokens").arg(usd(row.money.usd_per_trillion_tokens))
               : reportGpus(m_problem, row),
           i == 0});
    }
    return page;
  }

  SlideContent why() const {
    SlideContent page;
    page.headline = SlideWords::tr("Chosen because");
    for (const Reason& reason : chosenBecause(m_snapshot)) {
      const QString text = QTextDocumentFragment::fromHtml(reason.html).toPlainText();
      if (m_hide && text.contains(u'$')) continue;
      if (page.sentences.size() < qsizetype(kReasons)) page.sentences << text;
    }
    page.bars.push_back({SlideWords::tr("One step"), timeShares(m_best, m_theme),
                         [](double value) { return durationText(value); }});
    return page;
  }

  SlideContent cost() const {
    SlideContent page;
    page.headline = SlideWords::tr("What it costs");
    if (m_hide) {
      page.sentences << SlideWords::tr("Money is hidden.");
      return page;
    }
    page.figures = {
        {usd(m_best.money.usd_for_job ? std::optional(m_best.money.usd_for_job->value) : std::nullopt),
         SlideWords::tr("for the job")},
        {usd(m_best.money.usd_per_hour ? std::optional(m_best.money.usd_per_hour->value) : std::nullopt),
         SlideWords::tr("an hour")},
        {usd(m_best.money.usd_per_trillion_tokens), SlideWords::tr("per 1T tokens")},
        {powerText(m_best.money.power_kw * 1000.0), SlideWords::tr("drawn")}};
    const std::vector<Share> shares = moneyShares(m_best, m_theme);
    if (!shares.empty())
      page.bars.push_back(
          {SlideWords::tr("One hour"), shares, [](double value) { return moneyText(value); }});
    page.sentences << SlideWords::tr("$/1T tokens = cost per hour × 10¹² ÷ (tokens per second × 3600)");
    return page;
  }

  SlideContent risks() const {
    SlideContent page;
    page.headline = SlideWords::tr("What it rests on");
    page.sentences << endText(m_snapshot) + u"."_s
                   << SlideWords::tr("The step is computed, not measured: 80 % band %1 to %2.")
                          .arg(durationText(m_best.step_low.value), durationText(m_best.step_high.value));
    if (m_best.goodput.hours_for_job > 0.0)
      page.sentences << SlideWords::tr("With failures %1 of the hours make progress: %2.")
                            .arg(percentText(m_best.goodput.share), hoursText(m_best.goodput.hours_for_job));
    page.sentences
        << SlideWords::tr("Prices and hardware: catalogue of %1.").arg(slideWord(m_catalogue.date()));
    if (m_snapshot.assumptions.empty()) return page;
    page.rows.push_back({SlideWords::tr("Assumed"), SlideWords::tr("Value"), SlideWords::tr("Why")});
    for (std::size_t i = 0; i < std::min(kSources, m_snapshot.assumptions.size()); ++i) {
      const hardware::Assumption& assumed = m_snapshot.assumptions[i];
      page.rows.push_back({slideWord(assumed.what), slideWord(assumed.value), reasonText(assumed.why)});
    }
    if (m_snapshot.assumptions.size() > kSources)
      page.sentences << SlideWords::tr("%n more value(s) are assumed; the report lists all.", nullptr,
                                       static_cast<int>(m_snapshot.assumptions.size() - kSources));
    return page;
  }

 private:
  QString usd(const std::optional<double>& value) const { return m_hide ? u"•••"_s : moneyText(value); }

  const plan::Snapshot& m_snapshot;
  const strategy::Problem& m_problem;
  const cost::Evaluation& m_best;
  const hardware::Catalogue& m_catalogue;
  const Theme& m_theme;
  bool m_hide;
};

}  // namespace

QString slideTitle(Slide slide) {
  switch (slide) {
    case Slide::Cluster:
      return SlideWords::tr("Cluster");
    case Slide::Options:
      return SlideWords::tr("Options");
    case Slide::Winner:
      return SlideWords::tr("Winner");
    case Slide::Why:
      return SlideWords::tr("Why");
    case Slide::Cost:
      return SlideWords::tr("Cost");
    case Slide::Risks:
      break;
  }
  return SlideWords::tr("Risks");
}

QString SlideContent::spoken() const {
  QStringList all{headline};
  for (const auto& [value, what] : figures) all << value + u' ' + what;
  all += sentences;
  for (const SlideRank& rank : ranks) all << rank.name + u' ' + rank.text + u", "_s + rank.beside;
  for (const QStringList& row : rows) all << row.join(u", "_s);
  for (const SlideBar& bar : bars)
    for (const Share& share : bar.shares) all << share.name + u' ' + bar.text(share.value);
  return all.join(u". "_s);
}

SlideContent slideContent(Slide slide, const plan::SnapshotPtr& snapshot,
                          const hardware::Catalogue& catalogue, const Theme& theme, bool hideMoney,
                          const std::vector<SlideOption>& options) {
  SlideContent none;
  if (!snapshot || !snapshot->problem || snapshot->best.empty()) {
    none.headline = snapshot && snapshot->status == plan::Status::infeasible
                        ? SlideWords::tr("No strategy fits")
                        : SlideWords::tr("Searching…");
    return none;
  }
  const Author author(*snapshot, catalogue, theme, hideMoney);
  switch (slide) {
    case Slide::Cluster:
      return author.cluster();
    case Slide::Options:
      return options.size() > 1 ? author.scenarios(options) : author.options();
    case Slide::Winner:
      return author.winner();
    case Slide::Why:
      return author.why();
    case Slide::Cost:
      return author.cost();
    case Slide::Risks:
      break;
  }
  return author.risks();
}

}  // namespace astrolabe::ui
