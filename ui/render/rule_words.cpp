// What the shipped rules say, in the language of the reader.

#include "ui/render/rule_words.h"

#include "ui/render/shipped_text.h"

namespace astrolabe::ui {

namespace {

/// The texts behind "because" and "fixed" of resources/rules/shipped.rules, here a second time so that the
/// tool that collects what is translated sees them; each stands once.
constexpr const char* kRuleReasons[] = {
    QT_TRANSLATE_NOOP("RuleReason",
                      "the GPU type has no matrix rate for the job's precision, or its memory is unknown"),
    QT_TRANSLATE_NOOP("RuleReason", "there is no rate to cost a step with"),
    QT_TRANSLATE_NOOP(
        "RuleReason",
        "each pipeline stage needs a layer, and of its chunks all but the first and the last of the model"),
    QT_TRANSLATE_NOOP("RuleReason", "a stage without a layer has no time of its own to play"),
    QT_TRANSLATE_NOOP("RuleReason",
                      "global batch is a multiple of micro-batch x data parallelism (--global-batch-size)"),
    QT_TRANSLATE_NOOP("RuleReason", "the last, smaller micro-batch would have to be costed by itself"),
    QT_TRANSLATE_NOOP("RuleReason",
                      "attention heads are a multiple of tensor parallelism (--num-attention-heads)"),
    QT_TRANSLATE_NOOP("RuleReason", "no kernel is known for a part of a head"),
    QT_TRANSLATE_NOOP("RuleReason",
                      "KV groups are a multiple or a divisor of tensor parallelism (--num-query-groups)"),
    QT_TRANSLATE_NOOP("RuleReason", "the copies of groups that ranks would share are not counted"),
    QT_TRANSLATE_NOOP(
        "RuleReason",
        "heads of mixers that carry a state are a multiple of tensor x context parallelism, groups of Mamba "
        "2 of tensor parallelism (--mamba-num-heads, --mamba-num-groups, --linear-num-value-heads)"),
    QT_TRANSLATE_NOOP("RuleReason",
                      "no kernel is known for a part of a head, and groups on several ranks are not counted"),
    QT_TRANSLATE_NOOP("RuleReason", "tensor parallelism stays inside the scale-up domain"),
    QT_TRANSLATE_NOOP("RuleReason",
                      "the sequence is a multiple of 2 x context parallelism (--context-parallel-size)"),
    QT_TRANSLATE_NOOP("RuleReason", "halves of unequal length would have to be costed by themselves"),
    QT_TRANSLATE_NOOP("RuleReason",
                      "experts are a multiple of expert parallelism (--expert-model-parallel-size)"),
    QT_TRANSLATE_NOOP("RuleReason",
                      "ranks with unequal numbers of experts would have to be costed by themselves"),
    QT_TRANSLATE_NOOP("RuleReason",
                      "the ranks of a stage are a multiple of expert x expert-tensor parallelism"),
    QT_TRANSLATE_NOOP("RuleReason", "there is no group of ranks for an expert"),
    QT_TRANSLATE_NOOP(
        "RuleReason",
        "the inner width of an expert is a multiple of expert-tensor parallelism (--moe-ffn-hidden-size)"),
    QT_TRANSLATE_NOOP("RuleReason",
                      "ranks with unequal parts of an expert would have to be costed by themselves"),
    QT_TRANSLATE_NOOP("RuleReason", "the ranks that share an expert stay inside the scale-up domain"),
    QT_TRANSLATE_NOOP("RuleReason", "virtual stages need more than one pipeline stage"),
    QT_TRANSLATE_NOOP("RuleReason", "one stage alone has nothing to interleave with"),
    QT_TRANSLATE_NOOP("RuleReason", "virtual stages and a schedule that plays them belong together"),
    QT_TRANSLATE_NOOP("RuleReason", "no other schedule has an order for several chunks"),
    QT_TRANSLATE_NOOP("RuleReason",
                      "virtual stages hold equally many layers, but that embedding and loss may stand for up "
                      "to three of them"),
    QT_TRANSLATE_NOOP("RuleReason", "the search's bounds are those of equal chunks with short ends"),
    QT_TRANSLATE_NOOP(
        "RuleReason",
        "both ends of ZB-V are on its first stage, which needs a layer beside embedding and loss"),
    QT_TRANSLATE_NOOP("RuleReason",
                      "with interleaving the micro-batches are a multiple of the pipeline stages"),
    QT_TRANSLATE_NOOP("RuleReason", "the order of a last, smaller group of micro-batches is not known"),
    QT_TRANSLATE_NOOP("RuleReason", "sequence parallelism needs tensor parallelism (--sequence-parallel)"),
    QT_TRANSLATE_NOOP("RuleReason", "tensor-parallel overlap needs sequence parallelism (--tp-comm-overlap)"),
    QT_TRANSLATE_NOOP("RuleReason",
                      "an all-reduce in one piece does not hide; what is fitted are its halves"),
    QT_TRANSLATE_NOOP("RuleReason", "ZeRO shards over data and context ranks; there is one only"),
    QT_TRANSLATE_NOOP("RuleReason",
                      "ZeRO 2 and 3 reduce or gather in every micro-batch: with a pipeline they are searched "
                      "where the job names zero_stage"),
    QT_TRANSLATE_NOOP("RuleReason", "there is no gradient traffic to overlap (--overlap-grad-reduce)"),
    QT_TRANSLATE_NOOP("RuleReason",
                      "overlapped parameter gathering needs a sharded optimizer and overlapped gradient "
                      "reduction (--overlap-param-gather)"),
    QT_TRANSLATE_NOOP(
        "RuleReason",
        "fused attention already recomputes the attention core (--recompute-granularity selective)"),
    QT_TRANSLATE_NOOP("RuleReason", "the bandwidth between the GPU and host memory is not known"),
    QT_TRANSLATE_NOOP("RuleReason", "there is no rate to cost the transfers with"),
    QT_TRANSLATE_NOOP("RuleReason", "an optimizer in host memory is a sharded one (--optimizer-cpu-offload)"),
    QT_TRANSLATE_NOOP("RuleReason",
                      "activations that go to host memory are not computed again, and without a pipeline "
                      "there is one order to play"),
    QT_TRANSLATE_NOOP(
        "RuleReason",
        "transfers between several micro-batches, or of what is computed again, are not counted"),
    QT_TRANSLATE_NOOP(
        "RuleReason",
        "activations go to host memory without a pipeline and without recomputation (--cpu-offloading)"),
    QT_TRANSLATE_NOOP("RuleReason", "with one stage, or one micro-batch, GPipe is 1F1B"),
    QT_TRANSLATE_NOOP("RuleReason", "there is no bubble to fill"),
    QT_TRANSLATE_NOOP("RuleReason", "ZB-V has two chunks a stage, one down the pipeline and one back"),
    QT_TRANSLATE_NOOP("RuleReason", "there is no other order to play"),
    QT_TRANSLATE_NOOP(
        "RuleReason",
        "hybrid sharding needs ZeRO 3 and replicas both inside and outside of the scale-up domain"),
    QT_TRANSLATE_NOOP("RuleReason", "there is no group to shard over"),
    QT_TRANSLATE_NOOP("RuleReason", "the replicas are a multiple of the group over which state is sharded"),
    QT_TRANSLATE_NOOP("RuleReason", "shards of unequal groups are not counted"),
};

/// The meanings of strategy::rule_variables(), here a second time so that the tool that collects what is
/// translated sees them; each stands once.
constexpr const char* kRuleVariables[] = {
    QT_TRANSLATE_NOOP("RuleVariable", "pipeline stages"),
    QT_TRANSLATE_NOOP("RuleVariable", "chunks a stage"),
    QT_TRANSLATE_NOOP("RuleVariable", "ranks that share a sequence"),
    QT_TRANSLATE_NOOP("RuleVariable", "ranks that share the experts"),
    QT_TRANSLATE_NOOP("RuleVariable", "ranks that share one expert"),
    QT_TRANSLATE_NOOP("RuleVariable", "replicas of the model"),
    QT_TRANSLATE_NOOP("RuleVariable", "sequences at a time"),
    QT_TRANSLATE_NOOP("RuleVariable", "activations split along the sequence"),
    QT_TRANSLATE_NOOP("RuleVariable", "0 to 3"),
    QT_TRANSLATE_NOOP("RuleVariable", "ranks over which state is sharded; 1 without ZeRO"),
    QT_TRANSLATE_NOOP("RuleVariable", "none, selective or full"),
    QT_TRANSLATE_NOOP("RuleVariable", "optimizer state in host memory"),
    QT_TRANSLATE_NOOP("RuleVariable", "activations in host memory"),
    QT_TRANSLATE_NOOP("RuleVariable", "gradients reduced behind the backward pass"),
    QT_TRANSLATE_NOOP("RuleVariable", "parameters gathered behind the forward pass"),
    QT_TRANSLATE_NOOP("RuleVariable", "tensor-parallel traffic behind the products"),
    QT_TRANSLATE_NOOP("RuleVariable", "1f1b, interleaved, gpipe, zb-h1, zb-v or looped-bfs"),
    QT_TRANSLATE_NOOP("RuleVariable", "data x context parallelism"),
    QT_TRANSLATE_NOOP("RuleVariable", "of a step and replica, rounded down"),
    QT_TRANSLATE_NOOP("RuleVariable", "of all stages"),
    QT_TRANSLATE_NOOP("RuleVariable", "ranks that share a layer, of a stage"),
    QT_TRANSLATE_NOOP("RuleVariable", "recomputation that a given strategy states for one stage"),
    QT_TRANSLATE_NOOP("RuleVariable", "GPUs joined by the fast link, of a stage's pool"),
    QT_TRANSLATE_NOOP("RuleVariable", "of a stage's pool"),
    QT_TRANSLATE_NOOP("RuleVariable", "of a stage's GPU, rounded down; None where unknown"),
    QT_TRANSLATE_NOOP("RuleVariable",
                      "the stage's GPU has a rate for the job's precision, and its memory is known"),
    QT_TRANSLATE_NOOP("RuleVariable",
                      "the bandwidth of the link between a stage's GPU and host memory is known"),
    QT_TRANSLATE_NOOP("RuleVariable", "id of a stage's pool"),
    QT_TRANSLATE_NOOP("RuleVariable", "catalogue id of a stage's GPU"),
    QT_TRANSLATE_NOOP("RuleVariable", "of the model"),
    QT_TRANSLATE_NOOP("RuleVariable", "attention heads"),
    QT_TRANSLATE_NOOP("RuleVariable", "key and value heads (groups)"),
    QT_TRANSLATE_NOOP("RuleVariable", "what divides the heads of mixers that carry a state, 0 without any"),
    QT_TRANSLATE_NOOP("RuleVariable", "what divides the groups of Mamba 2, 0 without it"),
    QT_TRANSLATE_NOOP("RuleVariable", "of a layer, 0 for a dense model"),
    QT_TRANSLATE_NOOP("RuleVariable", "inner width of an expert, 0 for a dense model"),
    QT_TRANSLATE_NOOP("RuleVariable", "the job fixes zero_stage or lists what it allows of it"),
    QT_TRANSLATE_NOOP("RuleVariable", "of the job"),
    QT_TRANSLATE_NOOP("RuleVariable", "sequences a step"),
    QT_TRANSLATE_NOOP(
        "RuleVariable",
        "the job's software names modules beside core attention that selective recomputation does again"),
};

}  // namespace

QString ruleReasonText(std::string_view english) { return shippedText(kRuleReasons, "RuleReason", english); }

QString ruleVariableText(std::string_view english) {
  return shippedText(kRuleVariables, "RuleVariable", english);
}

std::span<const char* const> ruleReasons() { return kRuleReasons; }

std::span<const char* const> ruleVariables() { return kRuleVariables; }

}  // namespace astrolabe::ui
