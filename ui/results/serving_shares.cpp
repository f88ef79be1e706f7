#include "ui/results/serving_shares.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/serving/predict.h"
#include "ui/render/deployment_words.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

using cost::Part;

struct ServingShares {
  Q_DECLARE_TR_FUNCTIONS(Deployments)
};

constexpr double kMicro = 1e-6, kMilli = 1e-3;
constexpr int kMostChunks = 64;  ///< drawn one by one; more are one share

Share servingShare(const QString& name, double value, Part like, const Theme& theme) {
  const PartStyle& style = theme.part(like);
  return {name, value, style.color, style.ink, style.hatch, style.pattern};
}

}  // namespace

std::vector<Share> stepShares(const serving::StepParts& parts, const Theme& theme) {
  std::vector<Share> shares;
  constexpr std::array kLike{
      Part::compute_forward, Part::compute_backward, Part::recompute,     Part::expert_parallel,
      Part::tensor_parallel, Part::optimizer,        Part::data_parallel, Part::other};
  const auto parts_by_key = parts.by_key();
  for (std::size_t i = 0; i < parts_by_key.size(); ++i)
    if (const auto& [key, us] = parts_by_key[i]; us > 0.0)
      shares.push_back(servingShare(termText(key), us * kMicro, kLike[i], theme));
  if (const double host = parts.exposed_host_ms() * kMilli; host > 0.0)
    shares.push_back(servingShare(termText("host"), host, Part::pipeline_bubble, theme));
  return shares;
}

serving::StepParts promptStep(const deploy::Group& group, const std::optional<serving::Question>& asked) {
  if (!group.deployment.prefill) return group.figures.mixed_step;
  if (!asked) return {};
  const serving::Traffic& traffic = asked->traffic;
  const double prefix = traffic.input.mean * traffic.cached_prefix;
  const double chunk = std::clamp(traffic.input.mean - prefix, 1.0,
                                  static_cast<double>(group.deployment.prefill->max_batched_tokens));
  return serving::step_model(*asked, *group.deployment.prefill).parts({0.0, 0.0, chunk, chunk, prefix});
}

std::vector<Share> firstTokenShares(const serving::Figures& figures, const serving::StepParts& reads,
                                    double prompt, int chunk, const Theme& theme) {
  const double ttft = figures.ttft.value, step = reads.step_ms * kMilli;
  if (ttft <= 0.0 || !std::isfinite(ttft)) return {};
  const int chunks = std::max(1, static_cast<int>(std::ceil(prompt / std::max(1, chunk))));
  const double reading = step > 0.0 ? std::min(ttft, chunks * step) : 0.0;
  std::vector<Share> shares{
      servingShare(ServingShares::tr("queue"), ttft - reading, Part::pipeline_bubble, theme)};
  const int drawn = chunks <= kMostChunks ? chunks : 1;
  for (int i = 0; i < drawn; ++i)
    shares.push_back(
        servingShare(drawn == 1 ? ServingShares::tr("prompt") : ServingShares::tr("chunks of the prompt"),
                     reading / drawn, i % 2 == 0 ? Part::compute_forward : Part::recompute, theme));
  return shares;
}

std::vector<Share> requestShares(const serving::Figures& figures, double output, const Theme& theme) {
  if (!std::isfinite(figures.ttft.value)) return {};
  return {
      servingShare(ServingShares::tr("to the first token"), figures.ttft.value, Part::compute_forward, theme),
      servingShare(ServingShares::tr("decoding"), std::max(0.0, output - 1.0) * figures.tpot.value,
                   Part::compute_backward, theme)};
}

std::vector<Share> rankMemoryShares(const RankMemory& rank, const Theme& theme) {
  const serving::Memory& memory = *rank.memory;
  const double used = rank.kvUse.value_or(0.0) * memory.kv_bytes;
  std::vector<Share> shares{
      servingShare(ServingShares::tr("weights"), memory.weights, Part::compute_backward, theme)};
  if (rank.kvUse)
    shares.push_back(servingShare(ServingShares::tr("keys and values"), used, Part::tensor_parallel, theme));
  shares.insert(shares.end(),
                {servingShare(ServingShares::tr("room for keys and values"), memory.kv_bytes - used,
                              Part::expert_parallel, theme),
                 servingShare(ServingShares::tr("work space"), memory.workspace, Part::other, theme)});
  double sum = 0.0;
  for (const Share& each : shares) sum += each.value;
  if (const double rest = memory.device - sum; rest > 0.0)
    shares.push_back(servingShare(ServingShares::tr("reserve"), rest, Part::pipeline_bubble, theme));
  return shares;
}

}  // namespace astrolabe::ui
