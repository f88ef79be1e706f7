#pragma once
// What a job of post-training asks, in words: for comparisons and tables.

#include <QString>
#include <optional>
#include <vector>

#include "core/post_training/question.h"
#include "core/strategy/job.h"

namespace astrolabe::ui {

/// The post-training part of a job; none where it is of another task, or cannot be read.
std::optional<post_training::Job> postTrainedJob(const strategy::Job& job);

/// "vLLM".
QString engineName(serving::Runtime runtime);

/// One thing that is asked.
struct PostTrainingSetting {
  const char* field;  ///< the key of the job
  QString name;
  QString (*text)(const post_training::Job&);  ///< empty: not said, and nothing is assumed
};
std::vector<PostTrainingSetting> postTrainingSettings();

}  // namespace astrolabe::ui
