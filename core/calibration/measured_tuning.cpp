// Which fine-tuning a measured run did, as far as its row says. What it leaves open is the default of the
// program that it names.
#include <algorithm>
#include <string>
#include <utility>

#include "core/base/text.h"
#include "core/calibration/measured_case.h"

namespace astrolabe::calibration {

namespace {

using strategy::FrozenStore;
using strategy::TuningMethod;

/// The adapters that the program trains unless it is told otherwise.
void set_targets(const MeasuredRun& run, strategy::Tuning& tuning, std::vector<AssumedSetting>& assumed) {
  constexpr int kLitgptRank = 8;
  tuning.rank = run.lora_rank.value_or(run.made_with("litgpt") ? kLitgptRank : strategy::kDefaultRank);
  const char* rule = "every product, as PEFT's all-linear";
  if (run.train_mode == "adapter") {
    // LLaMA-Adapter trains prompts of the attention, its second version a scale and a bias of every product.
    constexpr double kPromptsAlone = 3e6;
    std::string count;
    const std::size_t at = run.notes.find("trainable parameters ");
    for (std::size_t i = at + 21; at != std::string::npos && i < run.notes.size(); ++i) {
      if (run.notes[i] != ',' && (run.notes[i] < '0' || run.notes[i] > '9')) break;
      if (run.notes[i] != ',') count += run.notes[i];
    }
    tuning.rank = 1;
    if (parse_number(count).value_or(0.0) <= kPromptsAlone) tuning.targets = {"q_proj"};
    rule = "prompts of the attention, or a scale and a bias of every product";
  } else if (run.made_with("finetune.py")) {
    tuning.targets = {"c_attn", "c_proj", "w1", "w2"};
    if (run.noted("trains embedding"))
      tuning.targets.insert(tuning.targets.end(), {"embed_tokens", "lm_head"});
    rule = "Qwen's finetune.py";
  } else if (run.noted("mlp targets")) {
    tuning.targets = {"gate_proj", "up_proj", "down_proj"};
    return;
  } else if (run.made_with("litgpt") || run.made_with("peft")) {
    tuning.targets = {"q_proj", "v_proj"};
    rule = "the program's default, queries and values";
  }
  std::string names;
  for (const std::string& target : tuning.targets) names += (names.empty() ? "" : ", ") + target;
  assumed.push_back({"lora targets", names.empty() ? "all-linear" : names, rule});
}

void set_store(const MeasuredRun& run, strategy::Software& software) {
  software.frozen_store = run.made_with("finetune.py") ? FrozenStore::gptq
                          : run.noted("nf4-dq")        ? FrozenStore::nf4_double
                          : run.noted("nf4")           ? FrozenStore::nf4
                                                       : FrozenStore::nf4_double;
  constexpr double kInputsDropped = 2024.5;
  software.keeps_quantised_inputs = run.made_with("litgpt") && software.year < kInputsDropped;
}

}  // namespace

void set_tuning(MeasuredCase& measured) {
  const MeasuredRun& run = measured.run;
  if (run.train_mode.empty() || run.train_mode == "pretrain") return;
  strategy::Software& software = measured.problem.software;
  strategy::Tuning tuning;
  const bool quantised = run.train_mode == "qlora" || run.noted("bnb.nf4");
  if (run.is_adapter())
    tuning.method = quantised           ? TuningMethod::qlora
                    : run.noted("DoRA") ? TuningMethod::dora
                                        : TuningMethod::lora;
  if (tuning.adapters()) set_targets(run, tuning, measured.assumed);
  if (quantised) set_store(run, software);
  constexpr double kLitgptLogits = 5.0, kDeepspeedLogits = 5.9;
  if (run.made_with("litgpt")) {
    software.logit_bytes = kLitgptLogits;
    software.narrow_adapters = run.noted("bf16-true");
    software.loads_whole = run.zero_stage.value_or(0) == 3;
  } else if (run.made_with("deepspeed") || run.made_with("finetune.py")) {
    // Qwen's script runs plain adapters on one GPU through the trainer alone, all else through DeepSpeed.
    const bool plain = run.train_mode == "lora" && !run.made_with("deepspeed");
    if (!plain) software.logit_bytes = kDeepspeedLogits;
    // finetune_ds.sh runs ZeRO-3 on one GPU, too.
    software.hooked = run.train_mode == "sft" && run.gpus.value_or(1) == 1;
  }
  MeasuredRun& said = measured.run;
  const auto assume = [&](const char* what, const char* value, const char* rule) {
    measured.assumed.push_back({what, value, rule});
  };
  if (run.made_with("finetune.py") && run.train_mode == "sft" && !run.zero_stage &&
      run.gpus.value_or(1) > 1) {
    said.zero_stage = 3;
    assume("zero", "3", "Qwen's finetune_ds.sh");
  }
  if (software.loads_whole && run.recompute.empty()) {
    said.recompute = "full";
    assume("recompute", "full", "LitGPT's FSDP strategy checkpoints every block");
  }
  if (run.made_with("xtuner") && run.recompute.empty()) {
    said.recompute = "full";
    assume("recompute", "full", "XTuner's default");
  }
  if (run.train_mode == "sft" && run.noted("use_amp false")) software.wide_optimizer = false;
  if (run.packing == "padded") {
    // `seq` is the mean. Of instruction data the longest of four is 1.4 times as long as that.
    const double mean = *run.sequence_length;
    tuning.packing = false;
    tuning.lengths = strategy::SampleLengths{mean, 0.95 * mean, 1.3 * mean, 3.1 * mean};
    measured.problem.job.sequence_length = static_cast<int>(3.1 * mean);
    measured.assumed.push_back({"lengths", "up to 3.1 times the mean", "MetaMathQA, cut at 768 tokens"});
  }
  measured.problem.job.tuning = std::move(tuning);
}

}  // namespace astrolabe::calibration
