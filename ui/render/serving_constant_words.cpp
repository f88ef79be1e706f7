#include "ui/render/serving_constant_words.h"

#include <QCoreApplication>
#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "ui/render/text.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

/// Of resources/serving/constants.json, without the names behind the last comma.
constexpr const char* kServingMeanings[] = {
    QT_TRANSLATE_NOOP("ServingConstants", "launch times in a graph against the tables"),
    QT_TRANSLATE_NOOP("ServingConstants",
                      "launch times against the tables, TensorRT engines before the PyTorch backend"),
    QT_TRANSLATE_NOOP("ServingConstants", "launch of quantising against 2 us"),
    QT_TRANSLATE_NOOP("ServingConstants", "small kernels a layer"),
    QT_TRANSLATE_NOOP("ServingConstants", "one small kernel"),
    QT_TRANSLATE_NOOP("ServingConstants", "all-reduce against the table"),
    QT_TRANSLATE_NOOP("ServingConstants", "kernels of decoding in place"),
    QT_TRANSLATE_NOOP("ServingConstants", "kernels of prefill in place"),
    QT_TRANSLATE_NOOP("ServingConstants", "experts' time"),
    QT_TRANSLATE_NOOP("ServingConstants", "launch of the experts against the table"),
    QT_TRANSLATE_NOOP("ServingConstants", "experts' time in prefill"),
    QT_TRANSLATE_NOOP("ServingConstants", "fullest rank of expert parallelism beside its fluctuation"),
    QT_TRANSLATE_NOOP("ServingConstants", "slowest rank of attention data parallelism"),
    QT_TRANSLATE_NOOP("ServingConstants", "host a step"),
    QT_TRANSLATE_NOOP("ServingConstants", "host a sequence"),
    QT_TRANSLATE_NOOP("ServingConstants", "not overlapped"),
    QT_TRANSLATE_NOOP("ServingConstants", "not overlapped a sequence"),
    QT_TRANSLATE_NOOP("ServingConstants", "host a layer of a step with prefill"),
    QT_TRANSLATE_NOOP("ServingConstants", "host a layer with experts of a step with prefill"),
    QT_TRANSLATE_NOOP("ServingConstants", "host a layer with latent attention of a step with prefill"),
    QT_TRANSLATE_NOOP("ServingConstants", "a step with prefill"),
    QT_TRANSLATE_NOOP("ServingConstants", "front end, a request"),
    QT_TRANSLATE_NOOP("ServingConstants", "one all-to-all"),
    QT_TRANSLATE_NOOP("ServingConstants", "all-to-all against the link's rate"),
    QT_TRANSLATE_NOOP("ServingConstants",
                      "prompts that TensorRT-LLM starts together under attention data parallelism, a rank"),
    QT_TRANSLATE_NOOP("ServingConstants", "share of the bf16 peak of CDNA3 that products reach"),
    QT_TRANSLATE_NOOP(
        "ServingConstants",
        "share of the bandwidth at which vLLM V0 reads keys and values on CDNA3, once a head of queries"),
    QT_TRANSLATE_NOOP("ServingConstants",
                      "host a layer and step, vLLM V0 on CDNA3, which launches kernel by kernel"),
    QT_TRANSLATE_NOOP("ServingConstants",
                      "tokens that choose experts apart from each other, of those beyond the first"),
    QT_TRANSLATE_NOOP("ServingConstants",
                      "half of the experts are chosen so much more often than the mean, the other half less"),
    QT_TRANSLATE_NOOP("ServingConstants",
                      "share of what measured kernels take beyond their forms that stands in place"),
    QT_TRANSLATE_NOOP("ServingConstants", "fp8 products of TensorRT-LLM against the table, which is vLLM's"),
    QT_TRANSLATE_NOOP("ServingConstants",
                      "time of reading keys and values in fp8 on Hopper, TensorRT-LLM against the table"),
    QT_TRANSLATE_NOOP(
        "ServingConstants",
        "time of reading keys and values, TensorRT engines before the PyTorch backend, against the table"),
    QT_TRANSLATE_NOOP("ServingConstants", "all-reduce on CDNA3 against the assumed form"),
    QT_TRANSLATE_NOOP("ServingConstants",
                      "times by which products of few rows miss the compute rate on CDNA3, beyond once"),
    QT_TRANSLATE_NOOP("ServingConstants", "transfer of an all-reduce against the table"),
    QT_TRANSLATE_NOOP("ServingConstants",
                      "not overlapped a sequence, vLLM before it scheduled beside the GPU"),
    QT_TRANSLATE_NOOP("ServingConstants",
                      "share that steps of models with experts took longer before the end of 2025"),
    QT_TRANSLATE_NOOP(
        "ServingConstants",
        "share that steps of models in block-scaled fp8 took longer besides before the end of 2025"),
    QT_TRANSLATE_NOOP(
        "ServingConstants",
        "share that steps of models with experts took longer on CDNA3 before the middle of 2026"),
    QT_TRANSLATE_NOOP("ServingConstants",
                      "block-scaled products of vLLM against the table, which is TensorRT-LLM's"),
    QT_TRANSLATE_NOOP("ServingConstants", "attention of prompts against the table"),
    QT_TRANSLATE_NOOP("ServingConstants",
                      "share of the steps to gather a prompt a rank, at most 50, that TensorRT-LLM waits "
                      "under attention data parallelism"),
    QT_TRANSLATE_NOOP("ServingConstants",
                      "large all-reduce in an NVLink switch against its bytes over the link's rate"),
};

/// What follows the last comma where that is a name.
constexpr std::string_view kNamesBehind[] = {"TensorRT-LLM", "SGLang",           "vLLM",
                                             "vLLM V0",      "old TensorRT-LLM", "Hopper",
                                             "Blackwell",    "Ampere",           "CDNA3"};

/// The meaning, and the name behind it; empty where there is none.
std::pair<std::string, std::string> parted(const std::string& meaning) {
  const std::size_t comma = meaning.rfind(", ");
  if (comma == std::string::npos) return {meaning, {}};
  const std::string behind = meaning.substr(comma + 2);
  const bool name =
      std::find(std::begin(kNamesBehind), std::end(kNamesBehind), behind) != std::end(kNamesBehind);
  return name ? std::pair(meaning.substr(0, comma), behind) : std::pair(meaning, std::string());
}

}  // namespace

QString servingConstantMeaning(const std::string& meaning) {
  const auto [words, name] = parted(meaning);
  const QString said = QCoreApplication::translate("ServingConstants", words.c_str());
  return name.empty() ? said : said + u", "_s + text(name);
}

bool hasServingConstantMeaning(const std::string& meaning) {
  const std::string words = parted(meaning).first;
  return std::any_of(std::begin(kServingMeanings), std::end(kServingMeanings),
                     [&](const char* known) { return words == known; });
}

QString servingConstantUnit(const std::string& unit) { return unit == "us" ? u"µs"_s : text(unit); }

}  // namespace astrolabe::ui
