#include "ui/render/assumed_words.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QRegularExpressionMatch>

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

struct KeyWords {
  const char *key, *words;
};

/// Of a pool, or of the network between two, whose names stand before them.
constexpr KeyWords kOfPools[] = {
    {"intra_node_latency_us", QT_TRANSLATE_NOOP("Assumed", "latency inside a node")},
    {"intra_node_gb_per_s", QT_TRANSLATE_NOOP("Assumed", "links inside a node")},
    {"inter_node_latency_us", QT_TRANSLATE_NOOP("Assumed", "latency between nodes")},
    {"latency_us", QT_TRANSLATE_NOOP("Assumed", "latency between the pools")},
    {"scaleup_domain_gpus", QT_TRANSLATE_NOOP("Assumed", "GPUs in a scale-up domain")},
    {"host_memory_gib", QT_TRANSLATE_NOOP("Assumed", "host memory of a node")},
    {"kw_per_node", QT_TRANSLATE_NOOP("Assumed", "power of a node")},
    {"network_kw_per_node", QT_TRANSLATE_NOOP("Assumed", "a node's share of the switches' power")},
    {"gpu_power_w", QT_TRANSLATE_NOOP("Assumed", "power of a GPU")},
    {"sustained_clock", QT_TRANSLATE_NOOP("Assumed", "sustained clock under the power limit")},
    {"purchase_usd_per_gpu", QT_TRANSLATE_NOOP("Assumed", "purchase price of a GPU")},
    {"kernels", QT_TRANSLATE_NOOP("Assumed", "kernel efficiency")},
    {"usd_per_gpu_hour", QT_TRANSLATE_NOOP("Assumed", "price of a GPU-hour")},
    {"interruptions_per_node_hour", QT_TRANSLATE_NOOP("Assumed", "interruptions of a spot node in an hour")},
    {"network_usd_per_node", QT_TRANSLATE_NOOP("Assumed", "network price of a node")},
    {"memory_gib", QT_TRANSLATE_NOOP("Assumed", "memory of a GPU")},
    {"mem_bw_GBps", QT_TRANSLATE_NOOP("Assumed", "memory bandwidth of a GPU")},
    {"rate_tflops", QT_TRANSLATE_NOOP("Assumed", "rate of a GPU")},
    {"part_of", QT_TRANSLATE_NOOP("Assumed", "part of")},
};

/// Of the job, its software and the memory.
constexpr KeyWords kOthers[] = {
    {"job.gradient_precision", QT_TRANSLATE_NOOP("Assumed", "Gradient precision")},
    {"job.flash_attention", QT_TRANSLATE_NOOP("Assumed", "Fused attention")},
    {"job.expert_imbalance", QT_TRANSLATE_NOOP("Assumed", "Expert load imbalance (fullest ÷ mean rank)")},
    {"job.sequence_length", QT_TRANSLATE_NOOP("Assumed", "Sequence length")},
    {"job.optimizer", QT_TRANSLATE_NOOP("Assumed", "Optimizer")},
    {"job.limits.memory_headroom", QT_TRANSLATE_NOOP("Assumed", "Memory headroom")},
    {"job.cost.idle_gpus_cost", QT_TRANSLATE_NOOP("Assumed", "Idle GPUs are charged")},
    {"job.recompute_layers", QT_TRANSLATE_NOOP("Assumed", "Recomputed layers")},
    {"job.software.runtime", QT_TRANSLATE_NOOP("Assumed", "Training runtime")},
    {"job.software.dispatcher", QT_TRANSLATE_NOOP("Assumed", "Dispatcher of experts")},
    {"job.software.overlap_expert_parallel", QT_TRANSLATE_NOOP("Assumed", "Overlap of expert traffic")},
    {"job.software.delay_weight_gradients", QT_TRANSLATE_NOOP("Assumed", "Delayed weight gradients")},
    {"job.software.graphs", QT_TRANSLATE_NOOP("Assumed", "CUDA graphs")},
    {"job.software.compile", QT_TRANSLATE_NOOP("Assumed", "Compiled model")},
    {"job.software.fp8_recipe", QT_TRANSLATE_NOOP("Assumed", "Recipe of fp8")},
    {"job.software.fp8_parameter_gather", QT_TRANSLATE_NOOP("Assumed", "Parameters gathered in fp8")},
    {"job.software.recompute_modules", QT_TRANSLATE_NOOP("Assumed", "Recomputed modules")},
    {"job.software.loss", QT_TRANSLATE_NOOP("Assumed", "Loss")},
    {"job.software.loss_chunks", QT_TRANSLATE_NOOP("Assumed", "Chunks of the loss")},
    {"job.software.offload_layers", QT_TRANSLATE_NOOP("Assumed", "Layers with offloaded activations")},
    {"job.software.context_parallel_method", QT_TRANSLATE_NOOP("Assumed", "Method of context parallelism")},
    {"job.reliability.failures_per_gpu_hour", QT_TRANSLATE_NOOP("Assumed", "GPU failure rate")},
    {"job.reliability.storage_gb_per_s", QT_TRANSLATE_NOOP("Assumed", "Checkpoint storage bandwidth")},
    {"job.reliability.restart_seconds", QT_TRANSLATE_NOOP("Assumed", "Restart time after a failure")},
    {"job.reliability.repair_hours", QT_TRANSLATE_NOOP("Assumed", "Mean time to repair")},
    {"job.reliability.lasting_share", QT_TRANSLATE_NOOP("Assumed", "Failures that need a repair")},
    {"job.reliability.domain_share", QT_TRANSLATE_NOOP("Assumed", "Repairs of a whole failure domain")},
    {"software.year", QT_TRANSLATE_NOOP("Assumed", "Release year of the software")},
    {"memory.context_gib", QT_TRANSLATE_NOOP("Assumed", "Memory of the driver context")},
};

template <std::size_t Count>
QString wordsForKey(const KeyWords (&table)[Count], const QString& key) {
  for (const KeyWords& row : table)
    if (key == QLatin1StringView(row.key)) return QCoreApplication::translate("Assumed", row.words);
  return {};
}

}  // namespace

QString assumedName(std::string_view what) {
  const QString key = QString::fromUtf8(what.data(), static_cast<qsizetype>(what.size()));
  static const QRegularExpression ofPools(u"^(?:between_)?pools\\[(.+)\\]\\.(\\w+)$"_s);
  if (const QRegularExpressionMatch found = ofPools.match(key); found.hasMatch()) {
    const QString words = wordsForKey(kOfPools, found.captured(2));
    return words.isEmpty()
               ? key
               : QCoreApplication::translate("Assumed", "%1: %2", "pools, what is assumed of them")
                     .arg(found.captured(1), words);
  }
  const QString words = wordsForKey(kOthers, key);
  return words.isEmpty() ? key : words;
}

QString assumedValue(std::string_view value) {
  const QString text = QString::fromUtf8(value.data(), static_cast<qsizetype>(value.size()));
  constexpr QLatin1StringView kMicroseconds = " us"_L1;
  return text.endsWith(kMicroseconds) ? text.chopped(kMicroseconds.size()) + u"\u202Fµs"_s : text;
}

}  // namespace astrolabe::ui
