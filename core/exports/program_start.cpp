#include "core/exports/program_start.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "core/base/quoting.h"

namespace astrolabe::exports {

namespace {

using Run = std::span<const Machine>;

/// Neighbours of one pool on whose same GPUs ranks run.
std::vector<Run> alike(const std::vector<Machine>& machines) {
  std::vector<Run> runs;
  for (std::size_t begin = 0, end = 0; begin < machines.size(); begin = end) {
    while (end < machines.size() && machines[end].pool == machines[begin].pool &&
           machines[end].part.gpus == machines[begin].part.gpus)
      ++end;
    runs.emplace_back(&machines[begin], end - begin);
  }
  return runs;
}

std::size_t gpus_of_each(Run run) { return run.front().part.gpus.size(); }

/// "3", "3 to 5": so many numbers from the first on.
std::string numbers(std::size_t first, std::size_t count) {
  return count == 1 ? std::to_string(first) : fmt::format("{} to {}", first, first + count - 1);
}

}  // namespace

std::vector<Machine> machines_of_part(const hardware::Cluster& cluster,
                                      const std::vector<std::vector<int>>& gpus, std::size_t at) {
  std::vector<Machine> machines;
  for (std::size_t k = 0; k < cluster.pools.size(); ++k) {
    int all = 0, before = 0;
    for (std::size_t part = 0; part < gpus.size(); ++part) {
      all += gpus[part][k];
      if (part < at) before += gpus[part][k];
    }
    std::vector<Machine> of_pool = machines_of_pool(cluster.pools[k], all);
    const auto places = static_cast<int>(of_pool.size());
    const int each = cluster.pools[k].gpus_of_node();
    const int begin = std::min(places, before / each);
    const int end = std::min(places, (before + gpus[at][k] + each - 1) / each);
    std::move(of_pool.begin() + begin, of_pool.begin() + end, std::back_inserter(machines));
  }
  return machines;
}

std::string devices_text(const std::vector<Machine>& machines) {
  std::string text;
  std::size_t first = 0;
  for (const Run run : alike(machines)) {
    const std::size_t count = run.size() * gpus_of_each(run);
    text += fmt::format("{} {}: {}", count == 1 ? "device" : "devices", numbers(first, count),
                        one_line(name_of(run)));
    if (!run.front().visible.empty())
      text += fmt::format(" ({} {}{})", gpus_of_each(run) == 1 ? "GPU" : "GPUs",
                          fmt::join(run.front().part.gpus, ", "), run.size() > 1 ? " of each" : "");
    text += '\n';
    first += count;
  }
  return text;
}

std::string torchrun_text(const std::vector<Machine>& machines) {
  const bool several = machines.size() > 1;
  std::string text;
  std::size_t rank = 0;
  bool numbered = false;
  for (const Run run : alike(machines)) {
    const Machine& one = run.front();
    const bool alone = run.size() == 1;
    numbered = numbered || !alone;
    text += "  " + python_docstring(name_of(run));
    if (several) text += fmt::format(" (NODE_RANK {})", numbers(rank, run.size()));
    text += ":\n    ";
    if (!one.visible.empty()) text += fmt::format("{}={} ", one.visible, gpu_list(one));
    text += "torchrun ";
    if (several)
      text += fmt::format("--nnodes {} --node-rank {} --master-addr $MASTER_ADDR --master-port 29500 ",
                          machines.size(), alone ? std::to_string(rank) : "$NODE_RANK");
    text += fmt::format("--nproc-per-node {} THIS_FILE\n", gpus_of_each(run));
    rank += run.size();
  }
  if (!several) return text;
  text += numbered
              ? "MASTER_ADDR is the address of the first machine, NODE_RANK the place of each from 0 on.\n"
              : "MASTER_ADDR is the address of the first machine.\n";
  return text +
         "Machines may start unequal numbers of processes: ranks are counted through in the order of\n"
         "--node-rank. Keep the static rendezvous that --master-addr chooses; that of --rdzv-backend c10d "
         "does\n"
         "not read --node-rank, so that processes would get the parts of others.\n";
}

}  // namespace astrolabe::exports
