#include "ui/render/post_training_question_words.h"

#include <QCoreApplication>
#include <QStringList>

#include "core/strategy/asked.h"
#include "ui/render/numbers.h"
#include "ui/render/post_training_reasons.h"
#include "ui/render/post_training_words.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using post_training::Job;

namespace {

struct AskedOfRoles {
  Q_DECLARE_TR_FUNCTIONS(PostTrainings)
};

}  // namespace

QString engineName(serving::Runtime runtime) {
  switch (runtime) {
    case serving::Runtime::vllm:
      return u"vLLM"_s;
    case serving::Runtime::sglang:
      return u"SGLang"_s;
    case serving::Runtime::tensorrt_llm:
      break;
  }
  return u"TensorRT-LLM"_s;
}

std::optional<Job> postTrainedJob(const strategy::Job& job) {
  if (job.task != "post_train") return std::nullopt;
  auto read = post_training::read_job(strategy::asked_of(job));
  return read ? std::optional(std::move(*read)) : std::nullopt;
}

std::vector<PostTrainingSetting> postTrainingSettings() {
  return {
      {"dataflow", AskedOfRoles::tr("Dataflow"), [](const Job& job) { return dataflowName(job.flow.name); }},
      {"roles", AskedOfRoles::tr("Roles"),
       [](const Job& job) {
         QStringList roles;
         for (const post_training::Role& role : job.roles)
           roles
               << AskedOfRoles::tr("%1: %2", "role, its model").arg(roleName(role.name), roleModelText(role));
         return roles.join(u", "_s);
       }},
      {"prompts", AskedOfRoles::tr("Prompts an iteration"),
       [](const Job& job) { return wholeText(job.prompts); }},
      {"samples_per_prompt", AskedOfRoles::tr("Answers to a prompt"),
       [](const Job& job) { return wholeText(job.samples_per_prompt); }},
      {"prompt_tokens", AskedOfRoles::tr("Prompt tokens"),
       [](const Job& job) { return wholeText(job.prompt_tokens); }},
      {"response_tokens", AskedOfRoles::tr("Answer tokens"),
       [](const Job& job) { return responsesText(job.responses); }},
      {"mini_batches", AskedOfRoles::tr("Mini-batches"),
       [](const Job& job) { return wholeText(job.mini_batches); }},
      {"epochs", AskedOfRoles::tr("Epochs"), [](const Job& job) { return wholeText(job.epochs); }},
      {"packed", AskedOfRoles::tr("Padding"),
       [](const Job& job) {
         return job.packed ? AskedOfRoles::tr("none, samples are packed")
                           : AskedOfRoles::tr("to the longest sample");
       }},
      {"asynchronous", AskedOfRoles::tr("Generation ahead"),
       [](const Job& job) {
         return job.asynchronous == 0 ? AskedOfRoles::tr("synchronous")
                                      : AskedOfRoles::tr("%n step(s) ahead", nullptr, job.asynchronous);
       }},
      {"engine", AskedOfRoles::tr("Engine"), [](const Job& job) { return engineName(job.runtime); }},
      {"date", AskedOfRoles::tr("Engine of"),
       [](const Job& job) { return QString::fromStdString(job.date); }},
      {"layouts", AskedOfRoles::tr("Asked layouts"), [](const Job& job) {
         QStringList asked;
         for (const auto* phase : {&job.train, &job.infer, &job.generate})
           for (const auto& [role, layout] : *phase)
             for (const auto& [key, value] : layout)
               asked << QString::fromStdString(role + '.' + key + ' ' + value);
         return asked.join(u", "_s);
       }}};
}

}  // namespace astrolabe::ui
