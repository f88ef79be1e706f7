#pragma once
// Which values of a job somebody stated, by the keys that the reader of jobs notes ("cost.years"), and taking
// such a statement back.

#include <string>
#include <string_view>

#include "core/strategy/job.h"

namespace astrolabe::ui {

bool isStated(const strategy::Job& job, std::string_view key);
/// Notes that somebody stated `key`; nothing for "", which is what has no value of its own where it is left
/// out.
void noteStated(strategy::Job& job, const std::string& key);
/// Nobody states `key` any more: its value becomes the one that is assumed then. Of values that a job must
/// state, and of keys without a value that is assumed, only the note goes.
void takeBack(strategy::Job& job, std::string_view key);

}  // namespace astrolabe::ui
