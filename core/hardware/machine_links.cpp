#include "core/hardware/machine_links.h"

#include <algorithm>
#include <charconv>

namespace astrolabe::hardware {

namespace {

/// "pool/index" in its parts; the pool's id may have a slash itself.
std::string pool_of(const std::string& machine) { return machine.substr(0, machine.rfind('/')); }

bool stands(const std::string& machine, const ClusterSpec& spec) {
  const std::size_t slash = machine.rfind('/');
  if (slash == std::string::npos) return false;
  int index = -1;
  std::from_chars(machine.data() + slash + 1, machine.data() + machine.size(), index);
  return std::any_of(spec.pools.begin(), spec.pools.end(), [&](const PoolSpec& pool) {
    return pool.id == pool_of(machine) && index >= 0 && index < pool.nodes;
  });
}

}  // namespace

void drop_gone_machine_links(ClusterSpec& spec) {
  std::erase_if(spec.machine_links,
                [&](const MachineLinkSpec& link) { return !stands(link.a, spec) || !stands(link.b, spec); });
}

void rename_in_machine_links(ClusterSpec& spec, const std::string& from, const std::string& to) {
  for (MachineLinkSpec& link : spec.machine_links)
    for (std::string* end : {&link.a, &link.b})
      if (pool_of(*end) == from) end->replace(0, from.size(), to);
}

}  // namespace astrolabe::hardware
