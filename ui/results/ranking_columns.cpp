#include "ui/results/ranking_columns.h"

#include <array>
#include <cmath>

#include "ui/render/answer_text.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/outcome_words.h"
#include "ui/render/strategy_words.h"

namespace astrolabe::ui {

namespace {

constexpr int kExactDecimals = 3;  ///< of a share in percent

double orUnknown(const std::optional<double>& value) { return value.value_or(std::nan("")); }

QString exactSeconds(double seconds) { return RankingModel::tr("%1 s").arg(exactText(seconds)); }

QString moneyTitle(bool whole) {
  if (!whole) return RankingModel::tr("%1/1T tok", "sign of a currency").arg(currencySign());
  return currentCurrency().isDollar()
             ? RankingModel::tr("US dollars per 10¹² tokens")
             : RankingModel::tr("%1 per 10¹² tokens", "code of a currency").arg(currentCurrency().code);
}

/// Four digits that count, so that rows 1 % apart differ whatever tokens cost; whole from a thousand on,
/// without the prefixes of other sums, so that rows are compared at a glance.
QString moneyCell(const cost::Evaluation& e) {
  constexpr int kDigits = 4;
  constexpr double kWhole = 1000.0;
  const auto& usd = e.money.usd_per_trillion_tokens;
  if (!usd || !std::isfinite(*usd)) return unknownText();
  const double amount = shownMoney(*usd);
  if (amount < kWhole) return significantText(amount, kDigits);
  const double unit = std::pow(10.0, std::floor(std::log10(amount)) - (kDigits - 1));
  return wholeText(std::round(amount / unit) * unit);
}

QString exactMoney(const cost::Evaluation& e) {
  return e.money.usd_per_trillion_tokens
             ? RankingModel::tr("%1 for 10¹² tokens").arg(exactMoneyText(*e.money.usd_per_trillion_tokens))
             : RankingModel::tr("no price");
}

QString exactMemory(const cost::Evaluation& e) {
  const int stage = e.fullest_stage();
  if (stage < 0) return {};
  const cost::StageMemory& memory = e.memory[static_cast<std::size_t>(stage)];
  return RankingModel::tr("%1 of the %2 allowed (capacity less headroom) in stage %3: %4 of the limit")
      .arg(gibText(memory.total.value, kExactDecimals), gibText(memory.limit.value, kExactDecimals))
      .arg(stage + 1)
      .arg(percentText(e.memory_share(), kExactDecimals));
}

constexpr std::array<RankingColumn, RankingModel::ColumnCount> kRankingColumns{{
    {.id = RankingModel::Rank,
     .field = "rank",
     .term = "",
     .title = [](bool whole) { return whole ? RankingModel::tr("Rank") : RankingModel::tr("#"); }},
    {.id = RankingModel::Reason,
     .field = "reason",
     .term = "",
     .title =
         [](bool whole) {
           return whole ? RankingModel::tr("Why it is not possible") : RankingModel::tr("Reason");
         },
     .words = true},
    {.id = RankingModel::TokensPerSecond,
     .field = "tokens_per_second",
     .term = "tokens-per-second",
     .title =
         [](bool whole) {
           return whole ? RankingModel::tr("Tokens per second") : RankingModel::tr("Tokens/s");
         },
     .asked = KeyFigure::Speed,
     .figure = [](const cost::Evaluation& e) { return e.tokens_per_second; },
     .text = [](const cost::Evaluation& e) { return wholeText(e.tokens_per_second); },
     .exact =
         [](const cost::Evaluation& e) {
           return RankingModel::tr("%1 tokens/s").arg(exactText(e.tokens_per_second));
         }},
    {.id = RankingModel::UsdPerTrillion,
     .field = "usd_per_trillion_tokens",
     .term = "cost-per-tokens",
     .title = moneyTitle,
     .asked = KeyFigure::TokensMoney,
     .figure = [](const cost::Evaluation& e) { return orUnknown(e.money.usd_per_trillion_tokens); },
     .text = moneyCell,
     .exact = exactMoney},
    // The title holds the band, which is the same share for every row.
    {.id = RankingModel::Step,
     .field = "step_seconds",
     .term = "step",
     .asked = KeyFigure::Step,
     .figure = [](const cost::Evaluation& e) { return e.step.value; },
     .text = [](const cost::Evaluation& e) { return durationText(e.step.value); },
     .exact = [](const cost::Evaluation& e) { return exactSeconds(e.step.value); }},
    {.id = RankingModel::Mfu,
     .field = "mfu",
     .term = "mfu",
     .title =
         [](bool whole) {
           return whole ? RankingModel::tr("Model FLOPs utilisation") : RankingModel::tr("MFU");
         },
     .asked = KeyFigure::Mfu,
     .figure = [](const cost::Evaluation& e) { return e.mfu; },
     .text = [](const cost::Evaluation& e) { return percentText(e.mfu); },
     .exact = [](const cost::Evaluation& e) { return percentText(e.mfu, kExactDecimals); }},
    {.id = RankingModel::PeakMemory,
     .field = "memory_share",
     .term = "memory",
     .title =
         [](bool whole) {
           return whole ? RankingModel::tr(
                              "Memory of the fullest GPU in % of the limit, which is its capacity less the "
                              "headroom")
                        : RankingModel::tr("Memory, % of limit");
         },
     .words = true,
     .asked = KeyFigure::Memory,
     .figure = [](const cost::Evaluation& e) { return e.memory_share(); },
     .exact = exactMemory},
    {.id = RankingModel::GpusUsed,
     .field = "gpus",
     .term = "",
     .title = [](bool) { return RankingModel::tr("GPUs used"); },
     .words = true,
     .asked = KeyFigure::Gpus,
     .figure = [](const cost::Evaluation& e) { return static_cast<double>(e.gpus_used()); }},
    {.id = RankingModel::Evidence,
     .field = "evidence",
     .term = "band",
     .title =
         [](bool whole) {
           return whole ? RankingModel::tr("What the predictions for its GPUs rest on")
                        : RankingModel::tr("Rests on");
         },
     .words = true,
     .asked = KeyFigure::Step},
    {.id = RankingModel::RunsOn,
     .field = "runs_on",
     .term = "",
     .title =
         [](bool whole) {
           return whole ? RankingModel::tr("Training runtimes that start the layout as it is")
                        : RankingModel::tr("Runs on");
         },
     .words = true,
     .asked = KeyFigure::RunsOn},
    {.id = RankingModel::TensorParallel,
     .field = "tensor_parallel",
     .term = "tp",
     .title =
         [](bool whole) {
           return whole ? RankingModel::tr("Tensor parallelism, by pool") : RankingModel::tr("TP");
         },
     .setting = true,
     .set = [](const strategy::Strategy& s) { return static_cast<double>(s.tensor_parallel); },
     .set_text = [](const strategy::Strategy& s) { return tensorText(s); }},
    {.id = RankingModel::PipelineParallel,
     .field = "pipeline_parallel",
     .term = "pp",
     .title = [](bool whole) { return whole ? RankingModel::tr("Pipeline stages") : RankingModel::tr("PP"); },
     .setting = true,
     .set = [](const strategy::Strategy& s) { return static_cast<double>(s.pipeline_parallel); }},
    {.id = RankingModel::DataParallel,
     .field = "data_parallel",
     .term = "dp",
     .title =
         [](bool whole) { return whole ? RankingModel::tr("Data parallelism") : RankingModel::tr("DP"); },
     .setting = true,
     .set = [](const strategy::Strategy& s) { return static_cast<double>(s.data_parallel); }},
    {.id = RankingModel::ContextParallel,
     .field = "context_parallel",
     .term = "cp",
     .title =
         [](bool whole) { return whole ? RankingModel::tr("Context parallelism") : RankingModel::tr("CP"); },
     .setting = true,
     .used_above = 1.0,
     .set = [](const strategy::Strategy& s) { return static_cast<double>(s.context_parallel); }},
    {.id = RankingModel::ExpertParallel,
     .field = "expert_parallel",
     .term = "ep",
     .title =
         [](bool whole) { return whole ? RankingModel::tr("Expert parallelism") : RankingModel::tr("EP"); },
     .setting = true,
     .used_above = 1.0,
     .set = [](const strategy::Strategy& s) { return static_cast<double>(s.expert_parallel); }},
    {.id = RankingModel::ExpertTensorParallel,
     .field = "expert_tensor_parallel",
     .term = "etp",
     .title =
         [](bool whole) {
           return whole ? RankingModel::tr("Expert-tensor parallelism") : RankingModel::tr("ETP");
         },
     .setting = true,
     .used_above = 1.0,
     .set = [](const strategy::Strategy& s) { return static_cast<double>(s.expert_tensor_parallel); }},
    {.id = RankingModel::VirtualPipeline,
     .field = "virtual_pipeline",
     .term = "vp",
     .title =
         [](bool whole) {
           return whole ? RankingModel::tr("Virtual pipeline: model chunks per stage")
                        : RankingModel::tr("VP");
         },
     .setting = true,
     .used_above = 1.0,
     .set = [](const strategy::Strategy& s) { return static_cast<double>(s.virtual_pipeline); }},
    {.id = RankingModel::MicroBatch,
     .field = "micro_batch",
     .term = "mbs",
     .title =
         [](bool whole) {
           return whole ? RankingModel::tr("Micro-batch size in sequences") : RankingModel::tr("mbs");
         },
     .setting = true,
     .set = [](const strategy::Strategy& s) { return static_cast<double>(s.micro_batch); }},
    {.id = RankingModel::ZeroStage,
     .field = "zero_stage",
     .term = "zero",
     .title =
         [](bool whole) {
           return whole ? RankingModel::tr("ZeRO stage: which state is sharded over the replicas")
                        : RankingModel::tr("ZeRO");
         },
     .setting = true,
     .set = [](const strategy::Strategy& s) { return static_cast<double>(s.zero_stage); }},
    {.id = RankingModel::Recompute,
     .field = "recompute",
     .term = "recompute",
     .title =
         [](bool whole) {
           return whole ? RankingModel::tr("Recomputed layers per stage") : RankingModel::tr("Recompute");
         },
     .words = true,
     .setting = true,
     .set =
         [](const strategy::Strategy& s) {
           return s.recompute_layers + 1e-3 * static_cast<int>(s.recompute);
         },
     .set_text = [](const strategy::Strategy& s) { return recomputeText(s); }},
    {.id = RankingModel::Schedule,
     .field = "schedule",
     .term = "schedule",
     .title = [](bool) { return RankingModel::tr("Schedule"); },
     .words = true,
     .setting = true,
     .used_above = 0.0,  // 1F1B needs no word
     .set = [](const strategy::Strategy& s) { return static_cast<double>(s.schedule); },
     .set_text =
         [](const strategy::Strategy& s) { return QString::fromLatin1(strategy::to_string(s.schedule)); }},
    {.id = RankingModel::Offload,
     .field = "offload",
     .term = "offload",
     .title =
         [](bool whole) {
           return whole ? RankingModel::tr("What is offloaded to host memory") : RankingModel::tr("Offload");
         },
     .words = true,
     .setting = true,
     .used_above = 0.0,
     .set =
         [](const strategy::Strategy& s) {
           return (s.offload_optimizer ? 2.0 : 0.0) + (s.offload_activations ? 1.0 : 0.0);
         },
     .set_text = [](const strategy::Strategy& s) { return offloadText(s); }},
    {.id = RankingModel::Bubble,
     .field = "bubble_share",
     .term = "bubble",
     .title =
         [](bool whole) {
           return whole ? RankingModel::tr(
                              "Pipeline bubble: share of the step in which a stage waits for others")
                        : RankingModel::tr("Bubble");
         },
     .asked = KeyFigure::Bubble,
     .figure = [](const cost::Evaluation& e) { return e.bubble_share(); },
     .text = [](const cost::Evaluation& e) { return percentText(e.bubble_share()); },
     .exact = [](const cost::Evaluation& e) { return percentText(e.bubble_share(), kExactDecimals); }},
    {.id = RankingModel::TokensPerGpu,
     .field = "tokens_per_second_per_gpu",
     .term = "tokens-per-second",
     .title =
         [](bool whole) {
           return whole ? RankingModel::tr("Tokens per second per GPU") : RankingModel::tr("Tokens/s/GPU");
         },
     .rare = true,
     .asked = KeyFigure::SpeedOfGpu,
     .figure = [](const cost::Evaluation& e) { return e.tokens_per_second_per_gpu; },
     .text = [](const cost::Evaluation& e) { return wholeText(e.tokens_per_second_per_gpu); },
     .exact =
         [](const cost::Evaluation& e) {
           return RankingModel::tr("%1 tokens/s per GPU").arg(exactText(e.tokens_per_second_per_gpu));
         }},
    {.id = RankingModel::JobHours,
     .field = "outcome_hours",
     .term = "",
     .title =
         [](bool whole) {
           return whole ? RankingModel::tr("Time of the whole job, with failures")
                        : RankingModel::tr("Job time");
         },
     .rare = true,
     .asked = KeyFigure::HoursWithFailures,
     .figure =
         [](const cost::Evaluation& e) { return e.outcome.hours > 0.0 ? e.outcome.hours : std::nan(""); },
     .text =
         [](const cost::Evaluation& e) {
           return e.outcome.hours > 0.0 ? jobHoursText(e.outcome) : unknownText();
         },
     .exact =
         [](const cost::Evaluation& e) {
           return RankingModel::tr("%1 hours; %2 without failures")
               .arg(exactText(e.outcome.hours), exactText(e.hours_for_job));
         }},
    {.id = RankingModel::JobUsd,
     .field = "outcome_usd",
     .term = "cost-per-tokens",
     .title =
         [](bool whole) {
           return whole ? RankingModel::tr("Cost of the whole job, with failures")
                        : RankingModel::tr("Job cost");
         },
     .rare = true,
     .asked = KeyFigure::MoneyWithFailures,
     .figure = [](const cost::Evaluation& e) { return e.outcome.usd ? e.outcome.usd->value : std::nan(""); },
     .text =
         [](const cost::Evaluation& e) {
           return e.outcome.usd ? moneyText(e.outcome.usd->value) : unknownText();
         },
     .exact =
         [](const cost::Evaluation& e) {
           return e.outcome.usd ? exactMoneyText(e.outcome.usd->value) : RankingModel::tr("no price");
         }},
    {.id = RankingModel::Power,
     .field = "power_kw",
     .term = "",
     .title =
         [](bool whole) {
           return whole ? RankingModel::tr("Power at the wall of the machines that are paid for")
                        : RankingModel::tr("Power");
         },
     .rare = true,
     .asked = KeyFigure::Power,
     .figure = [](const cost::Evaluation& e) { return e.money.power_kw; },
     .text = [](const cost::Evaluation& e) { return powerText(e.money.power_kw * 1000.0); },
     .exact =
         [](const cost::Evaluation& e) {
           return (e.money.power_estimated ? RankingModel::tr("%1 kW, an estimate")
                                           : RankingModel::tr("%1 kW"))
               .arg(exactText(e.money.power_kw));
         }},
    // Title, number and text tell against what the difference is taken, which a person chooses.
    {.id = RankingModel::Delta, .field = "delta", .term = "delta", .asked = KeyFigure::Difference},
    {.id = RankingModel::StepLow,
     .field = "step_seconds_low",
     .term = "band",
     .title =
         [](bool whole) {
           return whole ? RankingModel::tr("Lower end of the step's 80 % band")
                        : RankingModel::tr("Step from");
         },
     .rare = true,
     .asked = KeyFigure::Step,
     .figure = [](const cost::Evaluation& e) { return e.step_low.value; },
     .text = [](const cost::Evaluation& e) { return durationText(e.step_low.value); },
     .exact = [](const cost::Evaluation& e) { return exactSeconds(e.step_low.value); }},
    {.id = RankingModel::StepHigh,
     .field = "step_seconds_high",
     .term = "band",
     .title =
         [](bool whole) {
           return whole ? RankingModel::tr("Upper end of the step's 80 % band") : RankingModel::tr("Step to");
         },
     .rare = true,
     .asked = KeyFigure::Step,
     .figure = [](const cost::Evaluation& e) { return e.step_high.value; },
     .text = [](const cost::Evaluation& e) { return durationText(e.step_high.value); },
     .exact = [](const cost::Evaluation& e) { return exactSeconds(e.step_high.value); }},
}};

constexpr bool inOrder() {
  int column = 0;
  for (const RankingColumn& row : kRankingColumns)
    if (row.id != column++) return false;
  return true;
}
static_assert(inOrder(), "each value of RankingModel::Column needs its row, at its place");

}  // namespace

const RankingColumn& rankingColumn(int column) { return kRankingColumns[static_cast<std::size_t>(column)]; }

QString glossaryOfColumn(int column) {
  const bool known = column >= 0 && column < RankingModel::ColumnCount;
  return known ? QString::fromLatin1(rankingColumn(column).term) : QString();
}

}  // namespace astrolabe::ui
