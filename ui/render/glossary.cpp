#include "ui/render/glossary.h"

#include <QCollator>
#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <utility>

namespace astrolabe::ui {

namespace {

struct Entry {
  const char *id, *name, *text, *related;
};

constexpr Entry kTerms[] = {
    // degrees of parallelism
    {"tp", QT_TRANSLATE_NOOP("Glossary", "TP: tensor parallelism"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "Every matrix of a layer is split over TP GPUs, which exchange activations twice in each "
         "pass of a layer. It saves memory and time but needs a fast link, so it usually stays "
         "inside a node."),
     "mixed-degrees sp scale-up-domain exposed"},
    {"mixed-degrees", QT_TRANSLATE_NOOP("Glossary", "4·8: mixed tensor parallelism"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "Two or more numbers joined by a dot are the tensor parallelism of successive pipeline "
         "stages: 4·8 is TP 4 on the first stages and TP 8 on the later ones. It occurs where "
         "stages run on GPUs of different types."),
     "tp stage"},
    {"pp", QT_TRANSLATE_NOOP("Glossary", "PP: pipeline parallelism"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "The layers are divided into PP stages on different GPUs. Micro-batches flow through the "
         "stages one after the other; while a stage waits for its neighbours, a bubble arises."),
     "stage bubble vp schedule mbs"},
    {"dp", QT_TRANSLATE_NOOP("Glossary", "DP: data parallelism"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "DP replicas of the model work on different sequences of the batch. Their gradients are "
         "summed once a step."),
     "replica zero global-batch"},
    {"cp", QT_TRANSLATE_NOOP("Glossary", "CP: context parallelism"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "Each sequence is split over CP GPUs, which pass keys and values around for attention. It "
         "makes long sequences fit into memory."),
     "sp dp"},
    {"ep", QT_TRANSLATE_NOOP("Glossary", "EP: expert parallelism"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "The experts of a mixture-of-experts layer are spread over EP GPUs. Tokens travel to their "
         "experts and back by all-to-all exchanges."),
     "moe etp expert-load collectives"},
    {"etp", QT_TRANSLATE_NOOP("Glossary", "ETP: expert-tensor parallelism"),
     QT_TRANSLATE_NOOP("Glossary", "The matrices of one expert are split over ETP GPUs."), "ep tp"},
    {"vp", QT_TRANSLATE_NOOP("Glossary", "VP: virtual pipeline"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "Each stage holds VP separate chunks of layers instead of one, and a micro-batch passes the "
         "stages VP times. The bubble shrinks by that factor; there are more transfers."),
     "interleaved bubble pp"},
    {"sp", QT_TRANSLATE_NOOP("Glossary", "SP: sequence parallelism"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "Parts of a layer that tensor parallelism does not split, such as norms, are split along the "
         "sequence over the same GPUs. It saves activation memory at no extra traffic."),
     "tp"},
    {"mbs", QT_TRANSLATE_NOOP("Glossary", "mbs: micro-batch"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "The number of sequences that a replica processes at a time. A step of a replica is global "
         "batch ÷ (DP × mbs) micro-batches. Larger ones make products more efficient and take more "
         "memory; fewer of them make the bubble larger."),
     "global-batch bubble dp"},
    {"global-batch", QT_TRANSLATE_NOOP("Glossary", "Global batch"),
     QT_TRANSLATE_NOOP("Glossary",
                       "The sequences of one training step, over all replicas and micro-batches."),
     "mbs dp step"},
    {"replica", QT_TRANSLATE_NOOP("Glossary", "Replica"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "One complete copy of the model, spread over TP × PP GPUs (times CP). There are DP of them."),
     "dp"},
    {"stage", QT_TRANSLATE_NOOP("Glossary", "Stage"),
     QT_TRANSLATE_NOOP("Glossary",
                       "The consecutive layers that one rank of the pipeline holds, and the GPUs that hold "
                       "them. Written S1, S2 and so on."),
     "pp mixed-degrees"},
    {"zero", QT_TRANSLATE_NOOP("Glossary", "ZeRO stage"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "What is sharded over the replicas instead of being kept by each: 0 nothing, 1 optimizer "
         "state, 2 also gradients, 3 also weights (as FSDP does). Higher stages save memory and need "
         "more traffic."),
     "hsdp dp offload"},
    {"hsdp", QT_TRANSLATE_NOOP("Glossary", "ZeRO group size (HSDP)"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "Hybrid sharding: state is sharded inside groups of this many ranks, usually of one node, and "
         "repeated in every group. Traffic of weights stays on the fast links."),
     "zero scale-up-domain"},
    // schedules
    {"schedule", QT_TRANSLATE_NOOP("Glossary", "Pipeline schedule"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "The order in which a stage works on the forward and backward passes of its micro-batches. It "
         "decides the bubble and how many activations are held."),
     "1f1b interleaved gpipe zb-h1 zb-v looped-bfs"},
    {"1f1b", QT_TRANSLATE_NOOP("Glossary", "1F1B schedule"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "One forward, one backward: after filling the pipeline each stage alternates between them, so "
         "that it holds activations of at most as many micro-batches as there are stages."),
     "schedule bubble"},
    {"interleaved", QT_TRANSLATE_NOOP("Glossary", "Interleaved schedule"),
     QT_TRANSLATE_NOOP("Glossary", "1F1B over a virtual pipeline: stages hold several chunks of layers."),
     "vp 1f1b"},
    {"gpipe", QT_TRANSLATE_NOOP("Glossary", "GPipe schedule"),
     QT_TRANSLATE_NOOP("Glossary",
                       "All forward passes first, then all backward passes. Simple, with activations of all "
                       "micro-batches in memory."),
     "schedule 1f1b"},
    {"zb-h1", QT_TRANSLATE_NOOP("Glossary", "ZB-H1 schedule (zb-h1)"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "A zero-bubble schedule: the backward pass is split into gradients of inputs and gradients of "
         "weights (W), and the latter fill part of the bubble with the memory of 1F1B."),
     "zb-v bubble schedule"},
    {"zb-v", QT_TRANSLATE_NOOP("Glossary", "ZB-V schedule (zb-v)"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "A zero-bubble schedule in which each stage holds two chunks of layers, one on the way down "
         "the pipeline and one on the way back, so that the model runs like a V. Almost no bubble "
         "where passes take equally long."),
     "zb-h1 vp bubble"},
    {"looped-bfs", QT_TRANSLATE_NOOP("Glossary", "Looped breadth-first schedule (looped-bfs)"),
     QT_TRANSLATE_NOOP("Glossary",
                       "Stages hold several chunks of layers and take all micro-batches through one chunk "
                       "before they turn to the "
                       "next: the short bubble of an interleaved schedule, with activations of all "
                       "micro-batches in memory. It is "
                       "searched where the question names it."),
     "gpipe interleaved vp bubble"},
    {"bubble", QT_TRANSLATE_NOOP("Glossary", "Pipeline bubble"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "The part of a step in which the stage that ends it waits for other stages: filling and "
         "draining the pipeline, about (PP − 1) ÷ (micro-batches × VP) of the compute time, and "
         "stages that are not equally fast."),
     "pp mbs vp schedule critical-path"},
    // memory
    {"recompute", QT_TRANSLATE_NOOP("Glossary", "Recompute (activation checkpointing)"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "Activations are dropped after the forward pass and computed again in the backward pass. "
         "Selective: of attention alone; full: of whole layers, as many as memory requires."),
     "memory offload"},
    {"offload", QT_TRANSLATE_NOOP("Glossary", "Offload"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "Optimizer state or activations are kept in the memory of the host. Saves GPU memory, costs "
         "traffic over PCIe."),
     "memory recompute"},
    {"memory", QT_TRANSLATE_NOOP("Glossary", "Memory, % of limit"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "The most that the fullest GPU holds at any time, in % of the limit. The limit is the capacity "
         "of the GPU less the headroom, so 100 % is exactly what is allowed, not a full GPU."),
     "headroom recompute"},
    {"headroom", QT_TRANSLATE_NOOP("Glossary", "Memory headroom"),
     QT_TRANSLATE_NOOP("Glossary", "The share of every GPU's memory that a strategy has to leave free."),
     "memory"},
    // figures
    {"mfu", QT_TRANSLATE_NOOP("Glossary", "MFU: model FLOPs utilisation"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "The arithmetic that the model needs, without recomputation, divided by what the peak rate of "
         "the GPUs used would allow in the same time."),
     "tokens-per-second recompute"},
    {"tokens-per-second", QT_TRANSLATE_NOOP("Glossary", "Tokens/s"),
     QT_TRANSLATE_NOOP("Glossary", "Training throughput: tokens of the global batch divided by the step."),
     "step global-batch"},
    {"step", QT_TRANSLATE_NOOP("Glossary", "Step"),
     QT_TRANSLATE_NOOP("Glossary",
                       "One pass of a global batch: forward, backward, reduction of gradients, optimizer."),
     "band other critical-path"},
    {"cost-per-tokens", QT_TRANSLATE_NOOP("Glossary", "Cost per 1T tokens"),
     QT_TRANSLATE_NOOP("Glossary", "Cost per hour × 10¹² ÷ (tokens per second × 3600), without failures."),
     "cost-basis goodput"},
    {"band", QT_TRANSLATE_NOOP("Glossary", "80 % band"),
     QT_TRANSLATE_NOOP("Glossary",
                       "Four of five measured runs of this kind lay in this range around their prediction."),
     "step"},
    {"goodput", QT_TRANSLATE_NOOP("Glossary", "Goodput"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "The share of the hours that makes progress when failures, restarts and checkpoints are "
         "counted."),
     "cost-per-tokens"},
    {"exposed", QT_TRANSLATE_NOOP("Glossary", "Exposed traffic, overlap"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "Communication that runs at the same time as compute is overlapped and costs little. What "
         "the GPUs have to wait for is exposed; only that stands in the parts of a step."),
     "step collectives"},
    {"other", QT_TRANSLATE_NOOP("Glossary", "Other (part of a step)"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "What is in none of the named parts: waiting for the host to launch kernels, the fixed host "
         "time of a step, waiting for offloaded activations, and rounding of the schedule."),
     "step offload"},
    {"critical-path", QT_TRANSLATE_NOOP("Glossary", "Critical path"),
     QT_TRANSLATE_NOOP("Glossary",
                       "The chain of operations and transfers that sets the length of the step: shortening "
                       "anything outside of it changes nothing."),
     "step bubble"},
    // search
    {"bound", QT_TRANSLATE_NOOP("Glossary", "Bound"),
     QT_TRANSLATE_NOOP("Glossary", "A value that no strategy can beat, proven so far by the search."), "gap"},
    {"gap", QT_TRANSLATE_NOOP("Glossary", "Gap"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "|bound − best| ÷ the larger of the two: how much better any other strategy could still be, as "
         "a shorter step, less money or fewer GPUs. 0 % means that the best is proven."),
     "bound"},
    {"pruned", QT_TRANSLATE_NOOP("Glossary", "Pruned"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "Strategies that were ruled out without being evaluated one by one: by a rule, a limit, memory "
         "or the bound."),
     "bound"},
    {"pareto", QT_TRANSLATE_NOOP("Glossary", "Pareto frontier"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "The strategies that no other beats in both speed and cost. Every other one is dominated: "
         "there is one at least as fast and as cheap, and better in one of the two."),
     "cost-per-tokens tokens-per-second"},
    {"delta", QT_TRANSLATE_NOOP("Glossary", "Δ best, Δ pinned"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "The difference from what stands first in the ranking, or from the plan pinned last, in "
         "what the goal counts."),
     "gap"},
    {"baseline", QT_TRANSLATE_NOOP("Glossary", "Baseline"),
     QT_TRANSLATE_NOOP("Glossary", "The scenario that the others are compared with."), "delta"},
    {"break-even", QT_TRANSLATE_NOOP("Glossary", "Break-even, sensitivity"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "The sensitivity changes one value at a time. A break-even is the value at which another "
         "ranked strategy becomes better than #1."),
     "delta"},
    {"hap", QT_TRANSLATE_NOOP("Glossary", "HAP: distributed program"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "One program for GPUs of unequal speed, after HAP (EuroSys 2024): each tensor is sharded in "
         "unequal shares, so that fast GPUs compute more and all finish together. Collectives are "
         "inserted where shards have to meet."),
     "collectives"},
    // hardware and money
    {"collectives", QT_TRANSLATE_NOOP("Glossary", "Collectives: all-reduce, all-gather, …"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "Operations of a group of GPUs. All-reduce: all get the sum. Reduce-scatter: each gets a part "
         "of the sum. All-gather: all get every part. All-to-all: each sends a part to each."),
     "exposed sharp"},
    {"scale-up-domain", QT_TRANSLATE_NOOP("Glossary", "Scale-up domain"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "The GPUs joined by the fast link, such as NVLink: those of a node, or of a rack in an NVL72."),
     "tp hsdp"},
    {"sharp", QT_TRANSLATE_NOOP("Glossary", "In-network reduction (SHARP)"),
     QT_TRANSLATE_NOOP("Glossary",
                       "Switches sum gradients on their way, so that they cross the network once."),
     "collectives"},
    {"moe", QT_TRANSLATE_NOOP("Glossary", "MoE: mixture of experts"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "A layer with many MLPs (experts), of which each token uses a few. Active parameters are those "
         "that one token uses."),
     "ep expert-load"},
    {"expert-load", QT_TRANSLATE_NOOP("Glossary", "Expert load imbalance"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "Tokens of the fullest expert rank divided by the mean; 1 is perfectly balanced routing."),
     "moe ep"},
    {"cost-basis", QT_TRANSLATE_NOOP("Glossary", "Cost basis: rent, buy, own"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "Rent: a price per GPU-hour. Buy: the purchase price less the residual value over the service "
         "life, plus power and hosting. Own: power and hosting alone, as the hardware is paid for."),
     "utilisation pue residual"},
    {"utilisation", QT_TRANSLATE_NOOP("Glossary", "Utilisation (hours in use)"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "The share of all hours in which bought hardware works. What it costs is divided by these "
         "hours. Not to be confused with MFU."),
     "cost-basis mfu"},
    {"pue", QT_TRANSLATE_NOOP("Glossary", "PUE: power usage effectiveness"),
     QT_TRANSLATE_NOOP("Glossary",
                       "Power of the whole facility, with cooling, divided by the power of the machines."),
     "cost-basis"},
    {"residual", QT_TRANSLATE_NOOP("Glossary", "Residual value"),
     QT_TRANSLATE_NOOP("Glossary", "The share of the purchase price that is left after the service life."),
     "cost-basis"},
};

/// Names of controls, or their beginnings, and the term that each is about; longer names come first.
constexpr std::pair<const char*, const char*> kControls[] = {
    {"runBar.gap", "gap"},
    {"runBar.bound", "bound"},
    {"runBar.best", "tokens-per-second"},
    {"runBar.rules", "pruned"},
    {"paretoView", "pareto"},
    {"timelineView", "schedule"},
    {"partsPanel", "step"},
    {"breakdownView", "step"},
    {"whyView", "bubble"},
    {"sensitivityView", "break-even"},
    {"programPage", "hap"},
    {"compareWindow", "baseline"},
};

QString termWords(const char* text) { return QCoreApplication::translate("Glossary", text); }

}  // namespace

QString GlossaryTerm::shortName() const {
  static const QRegularExpression longForm(QStringLiteral("\\s*[:：(（,，].*$"));
  return QString(name).remove(longForm);
}

std::vector<GlossaryTerm> glossary() {
  using namespace Qt::StringLiterals;
  std::vector<GlossaryTerm> terms;
  for (const Entry& entry : kTerms)
    terms.push_back({QString::fromLatin1(entry.id), termWords(entry.name), termWords(entry.text),
                     QString::fromLatin1(entry.related).split(u' ', Qt::SkipEmptyParts)});
  QCollator order;
  order.setCaseSensitivity(Qt::CaseInsensitive);
  order.setNumericMode(true);
  std::stable_sort(terms.begin(), terms.end(), [&](const GlossaryTerm& a, const GlossaryTerm& b) {
    return order.compare(a.name, b.name) < 0;
  });
  return terms;
}

QString glossaryTermOf(const QString& objectName) {
  for (const auto& [control, term] : kControls)
    if (objectName.startsWith(QLatin1StringView(control))) return QString::fromLatin1(term);
  return {};
}

}  // namespace astrolabe::ui
