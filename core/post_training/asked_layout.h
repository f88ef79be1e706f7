#pragma once
// Layouts of which somebody asked for some values.

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/error_codes.h"
#include "core/base/result.h"
#include "core/post_training/question.h"

namespace astrolabe::post_training {

/// Takes the layouts that have what is asked for, key by key; `setting(layout, key)` is a value as text.
/// Errors: out_of_range at the first key whose value none has beside those before it, with the values that
/// some have.
template <class Layout, class Setting>
Result<void> keep_asked(const AskedLayout& asked, std::vector<Layout>& layouts, const Setting& setting) {
  for (const auto& [key, value] : asked) {
    std::vector<std::string> there;
    for (const Layout& layout : layouts)
      if (std::string text = setting(layout, key); std::find(there.begin(), there.end(), text) == there.end())
        there.push_back(std::move(text));
    std::erase_if(layouts, [&](const Layout& layout) { return setting(layout, key) != value; });
    if (layouts.empty())
      return fail(code::out_of_range, key, value, {Wanted::Kind::one_of, std::move(there)});
  }
  return {};
}

}  // namespace astrolabe::post_training
