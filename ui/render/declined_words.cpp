#include "ui/render/declined_words.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/render/text.h"

namespace astrolabe::ui {

namespace {

struct Declined {
  Q_DECLARE_TR_FUNCTIONS(Declined)
};

struct DeclinedWords {
  std::string_view code;
  const char* text;
};

constexpr DeclinedWords kDeclinedWords[] = {
    {"not_mixed", QT_TRANSLATE_NOOP(
                      "Declined", "all GPUs work at one speed. Give the cluster pools of several GPU types")},
    {"not_marked",
     QT_TRANSLATE_NOOP("Declined",
                       "no GPU is marked. Say which are slow or failed in the cluster, or by --slow F.csv")},
    {"even_counts",
     QT_TRANSLATE_NOOP("Declined",
                       "stages of one width stand on these counts of GPUs. They are for counts such as 5 and "
                       "3 nodes")},
    {"experts", QT_TRANSLATE_NOOP("Declined", "the model has experts. They are for models without")},
    {"layers_differ",
     QT_TRANSLATE_NOOP("Declined",
                       "the layers of the model differ. They are for models whose layers are alike")},
    {"tuned",
     QT_TRANSLATE_NOOP("Declined", "the job trains a part of the weights. They are for jobs without tuning")},
    {"state", QT_TRANSLATE_NOOP("Declined", "the state of the optimizer gains nothing from other GPUs here")},
    {"no_training",
     QT_TRANSLATE_NOOP("Declined",
                       "the job does not train by steps of one model. They are for jobs that do")},
    {"no_serving",
     QT_TRANSLATE_NOOP("Declined", "the job serves no model. They are for jobs with \"task\": \"serve\"")},
    {"no_post_training",
     QT_TRANSLATE_NOOP("Declined",
                       "the job is no post-training. They are for jobs with \"task\": \"post_train\"")},
    {"layers_placed",
     QT_TRANSLATE_NOOP("Declined",
                       "the job lays one copy of the model over all machines. They are for jobs without "
                       "\"placement\": \"layers\"")},
    {"no_placement",
     QT_TRANSLATE_NOOP("Declined",
                       "replicas serve the job. One copy over all machines is asked for by \"placement\": "
                       "\"layers\"")}};

/// A GPU or node of it is marked slow or failed.
bool isHurt(const hardware::Cluster& cluster) {
  return std::any_of(cluster.pools.begin(), cluster.pools.end(),
                     [](const hardware::Pool& pool) { return !pool.slow.empty() || !pool.failed.empty(); });
}

}  // namespace

QString declinedText(std::string_view code, const strategy::Problem& problem) {
  if (code == "runtime")
    return Declined::tr("%1 starts none. Say \"software\": {\"runtime\": \"any\"} in the job to see them")
        .arg(text(problem.job.software.runtime));
  if (constexpr std::string_view kFixed = "_fixed"; code.ends_with(kFixed))
    return Declined::tr("the job names values of %1, which they do not have")
        .arg(text(std::string(code.substr(0, code.size() - kFixed.size()))));
  if (code == "not_mixed" && isHurt(problem.cluster))
    return Declined::tr(
        "all GPUs work at one speed but for those marked slow or failed, around which pipelines are made. "
        "Give the cluster pools of several GPU types");
  for (const DeclinedWords& words : kDeclinedWords)
    if (words.code == code) return Declined::tr(words.text);
  return Declined::tr("they do not answer this question (%1)", "a code").arg(text(std::string(code)));
}

}  // namespace astrolabe::ui
