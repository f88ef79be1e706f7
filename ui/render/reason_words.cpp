// Core's sentences in the language of the reader.

#include "ui/render/reason_words.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QRegularExpressionMatch>
#include <QStringList>
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "ui/render/rule_words.h"
#include "ui/render/runtime_reasons.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

/// Core's sentences, here a second time so that the tool that collects what is translated sees them; %1 to %3
/// stand for the names and numbers in them. Those of hardware, job and software are found by their kind
/// (hardware::Reason); of what comes as text the first that fits is taken, so those with more words come
/// before those with fewer.
constexpr const char* kReasons[] = {
    // hardware
    QT_TRANSLATE_NOOP("Reasons", "usual for one message between two GPUs of a node"),
    QT_TRANSLATE_NOOP("Reasons", "usual for one message over RDMA"),
    QT_TRANSLATE_NOOP("Reasons", "the slower of the two pools' networks"),
    QT_TRANSLATE_NOOP("Reasons", "equal nodes, joined by a network as fast as their own"),
    QT_TRANSLATE_NOOP("Reasons", "an estimate: as much for each GPU as %1, %2"),
    QT_TRANSLATE_NOOP(
        "Reasons",
        "an estimate: the power of the GPUs times %1, the median of %2 published machines (form "
        "of their GPUs: %3)"),
    QT_TRANSLATE_NOOP("Reasons",
                      "two tiers of 64-port switches of 1.72 kW, 48 for 128 nodes of 400 GB/s (NVIDIA DGX "
                      "SuperPOD B200 reference architecture, 2025)"),
    QT_TRANSLATE_NOOP("Reasons", "the rack that %1 is sold in"),
    QT_TRANSLATE_NOOP("Reasons", "as much for each GPU as in %1: %2"),
    QT_TRANSLATE_NOOP("Reasons", "as much as the GPUs' own memory"),
    QT_TRANSLATE_NOOP("Reasons", "%1 joins %2 GPUs, the node has %3: PCIe between the rest"),
    QT_TRANSLATE_NOOP("Reasons", "the bandwidth of %1 is not known: PCIe"),
    QT_TRANSLATE_NOOP("Reasons", "(%1 W / %2 W)^%3: matrix rates under a power limit"),
    QT_TRANSLATE_NOOP("Reasons", "above the fastest in the catalogue, %1: bits?"),
    QT_TRANSLATE_NOOP("Reasons", "far beyond anything known, %1 at most: is it meant?"),
    // conditions of purchase prices
    QT_TRANSLATE_NOOP("Reasons", "rough street estimate: %1"),
    QT_TRANSLATE_NOOP("Reasons", "press estimate: %1"),
    QT_TRANSLATE_NOOP("Reasons", "single-unit list: %1"),
    QT_TRANSLATE_NOOP("Reasons", "superchip server: %1"),
    QT_TRANSLATE_NOOP("Reasons", "re-sale: %1"),
    QT_TRANSLATE_NOOP("Reasons", "listing (%1): %2"),
    QT_TRANSLATE_NOOP("Reasons", "listing: %1"),
    QT_TRANSLATE_NOOP("Reasons", "per card in %1: %2"),
    QT_TRANSLATE_NOOP("Reasons", "per GPU in %1, on sale: %2"),
    QT_TRANSLATE_NOOP("Reasons", "per GPU in %1: %2"),
    // job and software
    QT_TRANSLATE_NOOP("Reasons",
                      "beyond the %1 positions that the model states: they count as extended, at no cost"),
    QT_TRANSLATE_NOOP("Reasons", "Megatron-LM's default"),
    QT_TRANSLATE_NOOP("Reasons", "the job names no runtime: only what %1 starts is searched"),
    QT_TRANSLATE_NOOP("Reasons",
                      "all GPUs have to be used, and no runtime trains on several types at once: the whole "
                      "space is searched"),
    QT_TRANSLATE_NOOP("Reasons",
                      "the job names no runtime, and %1 does not fine-tune so: the whole space is searched"),
    QT_TRANSLATE_NOOP("Reasons", "default of %1, %2 (%3)"),
    QT_TRANSLATE_NOOP("Reasons", "default of stacks since 2023"),
    QT_TRANSLATE_NOOP(
        "Reasons", "balanced routing, as the measured runs force it (Megatron-Bridge's performance recipes)"),
    QT_TRANSLATE_NOOP("Reasons", "default"),
    QT_TRANSLATE_NOOP("Reasons", "share of memory left free"),
    QT_TRANSLATE_NOOP("Reasons", "solved for each configuration: as few as fit"),
    QT_TRANSLATE_NOOP("Reasons", "no kernel tables for %1: efficiencies of its nearest measured type"),
    QT_TRANSLATE_NOOP("Reasons", "no kernel tables for %1: those of the type it was made from"),
    QT_TRANSLATE_NOOP("Reasons", "training stack as new as the newest measured one"),
    QT_TRANSLATE_NOOP("Reasons", "419 unexpected interruptions in 54 days on 16,384 H100 (Llama 3, 2024)"),
    QT_TRANSLATE_NOOP("Reasons", "2 TB/s for 24,576 GPUs (Llama 3, 2024)"),
    QT_TRANSLATE_NOOP("Reasons", "noticing a failure, replacing the node, starting again"),
    QT_TRANSLATE_NOOP(
        "Reasons",
        "clusters take from under an hour to over a day on average (Schroeder and Gibson, DSN 2006)"),
    QT_TRANSLATE_NOOP("Reasons", "about 327 of 419 interruptions came from hardware (Llama 3, 2024)"),
    QT_TRANSLATE_NOOP(
        "Reasons", "35 of about 327 interruptions by hardware came from switches and cables (Llama 3, 2024)"),
    QT_TRANSLATE_NOOP("Reasons", "driver and communication context, at most a tenth of a card"),
    // models
    QT_TRANSLATE_NOOP("Reasons", "%1 default"),
    QT_TRANSLATE_NOOP("Reasons", "only the text part is planned"),
    QT_TRANSLATE_NOOP("Reasons",
                      "no table of measured kernels: operations and traffic of the chunked forms, at what "
                      "published kernels reach on H20 (MoonshotAI/FlashKDA); band widened"),
    QT_TRANSLATE_NOOP("Reasons", "its scores cost as attention of its narrow heads, whole on every rank"),
    QT_TRANSLATE_NOOP("Reasons", "parts of a layer that no fused kernel is known for run apart"),
    QT_TRANSLATE_NOOP("Reasons", "positions of the tower: one input of full size a sequence"),
    QT_TRANSLATE_NOOP("Reasons", "one picture of 448 x 448 a sequence"),
    QT_TRANSLATE_NOOP("Reasons",
                      "works through its tokens in front of the first stage and is trained with the model"),
    QT_TRANSLATE_NOOP("Reasons", "absent: none"),
    QT_TRANSLATE_NOOP("Reasons", "absent"),
    QT_TRANSLATE_NOOP("Reasons", "entered"),
    QT_TRANSLATE_NOOP("Reasons", "arguments of Megatron-LM"),
    QT_TRANSLATE_NOOP("Reasons", "sum over tensors"),
    QT_TRANSLATE_NOOP("Reasons", "total - experts not chosen"),
    QT_TRANSLATE_NOOP("Reasons", "%1: packed or without a count"),
    // graphs of ONNX files
    QT_TRANSLATE_NOOP("Reasons", "attentions (softmax of the product of two activations)"),
    QT_TRANSLATE_NOOP("Reasons", "what %1 reads"),
    QT_TRANSLATE_NOOP("Reasons", "scores of %1"),
    QT_TRANSLATE_NOOP("Reasons", "outputs of %1 / head_dim"),
    QT_TRANSLATE_NOOP("Reasons", "what %1 sums over"),
    QT_TRANSLATE_NOOP("Reasons", "context of %1 / heads"),
    QT_TRANSLATE_NOOP("Reasons", "width of the products beside the attentions"),
    QT_TRANSLATE_NOOP("Reasons", "outputs of %1"),
    QT_TRANSLATE_NOOP("Reasons", "rows of %1"),
    QT_TRANSLATE_NOOP("Reasons", "%1 makes the logits, too"),
    QT_TRANSLATE_NOOP("Reasons", "two matrices in the file"),
    QT_TRANSLATE_NOOP("Reasons", "a triangle of the mask (Trilu)"),
    QT_TRANSLATE_NOOP("Reasons", "it makes logits; its mask is an input"),
    QT_TRANSLATE_NOOP("Reasons", "it makes no logits; its mask is an input"),
    // measured runs
    QT_TRANSLATE_NOOP("Reasons", "public DeepSeek configuration"),
    QT_TRANSLATE_NOOP("Reasons", "the newest measured stack"),
    QT_TRANSLATE_NOOP("Reasons", "usual at this date"),
    QT_TRANSLATE_NOOP("Reasons", "as such nodes are built"),
    QT_TRANSLATE_NOOP("Reasons", "hidden / heads, rounded down"),
    QT_TRANSLATE_NOOP("Reasons", "GPT-2's, padded"),
    QT_TRANSLATE_NOOP("Reasons", "DeepSeek-V3 recipes train it unless they say otherwise"),
    QT_TRANSLATE_NOOP("Reasons", "usual in decoders from 2023 on"),
    QT_TRANSLATE_NOOP("Reasons", "one network card a GPU, as built with this generation"),
    QT_TRANSLATE_NOOP("Reasons", "nearest type of the catalogue, with the stated memory"),
    QT_TRANSLATE_NOOP("Reasons", "default of mixed-precision training"),
    QT_TRANSLATE_NOOP("Reasons", "fused attention from 2023 on"),
    QT_TRANSLATE_NOOP("Reasons", "recipes keep experts whole"),
    QT_TRANSLATE_NOOP("Reasons", "Megatron's default: as many as tp"),
    QT_TRANSLATE_NOOP("Reasons", "Megatron's default, which recipes changed from NeMo 2 on"),
    QT_TRANSLATE_NOOP("Reasons", "recipe default of the framework"),
    QT_TRANSLATE_NOOP("Reasons", "default of the framework"),
    QT_TRANSLATE_NOOP("Reasons", "not stated"),
    QT_TRANSLATE_NOOP("Reasons", "not stated: four micro-batches a stage, at least eight"),
    QT_TRANSLATE_NOOP("Reasons", "interleaving needs micro-batches in multiples of the stages"),
    QT_TRANSLATE_NOOP("Reasons", "on in Megatron-Core and JAX, off before 2023"),
    QT_TRANSLATE_NOOP("Reasons", "not stated: tuned recipes use forms that cost next to nothing"),
    QT_TRANSLATE_NOOP("Reasons", "not stated: the cheapest setting that fits"),
    QT_TRANSLATE_NOOP("Reasons", "selective in FSDP: every n-th layer, as few as fit"),
    QT_TRANSLATE_NOOP("Reasons", "searched: the fastest layout that fits"),
    QT_TRANSLATE_NOOP("Reasons", "searched: no layout fits, the fastest of them"),
    QT_TRANSLATE_NOOP("Reasons", "sizes not stated: the built-in model of that name"),
    QT_TRANSLATE_NOOP("Reasons", "not stated: usual in pre-training"),
    QT_TRANSLATE_NOOP("Reasons", "not stated: one node"),
    QT_TRANSLATE_NOOP("Reasons", "default of the class"),
    QT_TRANSLATE_NOOP("Reasons", "not told"),
    QT_TRANSLATE_NOOP("Reasons", "not stated: readings of memory that name no batch are of the smallest"),
    QT_TRANSLATE_NOOP("Reasons", "fused attention from 2023 on, in JAX by libraries"),
    QT_TRANSLATE_NOOP("Reasons",
                      "FSDP with a pipeline keeps weights gathered and gradients whole for the step"),
    QT_TRANSLATE_NOOP("Reasons", "prompts of the attention, or a scale and a bias of every product"),
    QT_TRANSLATE_NOOP("Reasons", "LitGPT's FSDP strategy checkpoints every block"),
    QT_TRANSLATE_NOOP("Reasons",
                      "no family file names this type: each value below is taken at its key's word"),
    QT_TRANSLATE_NOOP("Reasons", "every product, as PEFT's all-linear"),
    QT_TRANSLATE_NOOP("Reasons", "the program's default, queries and values"),
    QT_TRANSLATE_NOOP("Reasons",
                      "some GPUs are marked, and no choose says that others may be given back: all that "
                      "stand there are paid for"),
    // scripts read as layouts
    QT_TRANSLATE_NOOP("Reasons", "%1 does not run the model: %2: %3"),
    QT_TRANSLATE_NOOP("Reasons", "as the question has it"),
    QT_TRANSLATE_NOOP("Reasons", "is not compared with the question, which says it itself"),
    QT_TRANSLATE_NOOP("Reasons", "the question has %1, which holds"),
    QT_TRANSLATE_NOOP("Reasons", "the job says %1, the script holds"),
    QT_TRANSLATE_NOOP("Reasons", "the job allows %1, the script holds"),
    QT_TRANSLATE_NOOP("Reasons", "says when it is saved, not how it is laid out"),
    QT_TRANSLATE_NOOP("Reasons", "sizes the model, which the model's own description does"),
    QT_TRANSLATE_NOOP("Reasons", "not known here as an argument of %1 that makes a layout"),
    QT_TRANSLATE_NOOP("Reasons", "no setting of a layout says this value beside the other arguments"),
    QT_TRANSLATE_NOOP("Reasons",
                      "with a schedule of several chunks %1 gives a stage so many unless told (%2)"),
    QT_TRANSLATE_NOOP("Reasons", "%1's own"),
    QT_TRANSLATE_NOOP("Reasons", "the file is one of %1"),
    QT_TRANSLATE_NOOP("Reasons", "more than 100000 steps"),
    QT_TRANSLATE_NOOP("Reasons", "is not followed"),
    QT_TRANSLATE_NOOP("Reasons", "its end is not known"),
    QT_TRANSLATE_NOOP("Reasons", "is no file beside the script"),
    QT_TRANSLATE_NOOP("Reasons", "is not known, perhaps a group of options"),
    QT_TRANSLATE_NOOP("Reasons", "stands under a condition, which is not followed"),
    QT_TRANSLATE_NOOP("Reasons", "a table in a list is not followed"),
    QT_TRANSLATE_NOOP("Reasons", "is no setting"),
    QT_TRANSLATE_NOOP("Reasons", "stands in a table that is not followed"),
    QT_TRANSLATE_NOOP("Reasons", "a text of several lines is not read"),
    QT_TRANSLATE_NOOP("Reasons", "a block in a list is not followed"),
};

struct Form {
  const char* text;
  QRegularExpression fits;
};

const std::vector<Form>& forms() {
  static const std::vector<Form> all = [] {
    std::vector<Form> result;
    for (const char* text : kReasons) {
      QString pattern = QRegularExpression::escape(QString::fromLatin1(text));
      for (const QString& place : {u"%1"_s, u"%2"_s, u"%3"_s})
        pattern.replace(QRegularExpression::escape(place), u"(.+)"_s);
      result.push_back({text, QRegularExpression(QRegularExpression::anchoredPattern(pattern))});
    }
    return result;
  }();
  return all;
}

/// The form of `reason` and what stands at its places, or nullptr.
std::pair<const char*, QStringList> formOf(const QString& reason) {
  for (const Form& form : forms())
    if (const QRegularExpressionMatch match = form.fits.match(reason); match.hasMatch())
      return {form.text, match.capturedTexts().mid(1)};
  return {nullptr, {}};
}

/// Places hold names and figures, or what the file of a runtime says, which is translated as well.
QString translated(const char* text, QStringList places) {
  for (QString& place : places) place = runtimeReasonText(place.toStdString());
  QString form = QCoreApplication::translate("Reasons", text);
  switch (places.size()) {
    case 0:
      return form;
    case 1:
      return form.arg(places[0]);
    case 2:
      return form.arg(places[0], places[1]);
    default:
      return form.arg(places[0], places[1], places[2]);
  }
}

}  // namespace

QString reasonText(const hardware::Reason& reason) {
  if (reason.kind == hardware::Reason::Kind::source) return reasonText(reason.values.front());
  QStringList places;
  for (const std::string& value : reason.values) places << QString::fromStdString(value);
  return translated(hardware::form_of(reason.kind), places);
}

QString phraseText(const Phrase& phrase) {
  if (phrase.values.empty()) {
    const QString runtime = runtimeReasonText(phrase.form);
    if (runtime != QString::fromStdString(phrase.form)) return runtime;
    const QString rule = ruleReasonText(phrase.form);
    return rule != QString::fromStdString(phrase.form) ? rule : reasonText(phrase.form);
  }
  QStringList places;
  for (const std::string& value : phrase.values) places << QString::fromStdString(value);
  return translated(phrase.form.c_str(), places);
}

bool hasReasonText(const hardware::Reason& reason) {
  if (reason.kind == hardware::Reason::Kind::source) return hasReasonText(reason.values.front());
  return std::any_of(std::begin(kReasons), std::end(kReasons), [&](const char* text) {
    return std::string_view(text) == hardware::form_of(reason.kind);
  });
}

bool isTyped(const model::Field& field) {
  return field.mark == model::Mark::assumed && field.from == "entered";
}

QString reasonText(std::string_view reason) {
  const QString english = QString::fromUtf8(reason.data(), static_cast<qsizetype>(reason.size()));
  const auto [form, places] = formOf(english);
  return form != nullptr ? translated(form, places) : english;
}

bool hasReasonText(std::string_view reason) {
  return formOf(QString::fromUtf8(reason.data(), static_cast<qsizetype>(reason.size()))).first != nullptr;
}

}  // namespace astrolabe::ui
