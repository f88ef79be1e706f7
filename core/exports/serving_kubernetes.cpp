// Manifests of Kubernetes; forms as resources/engines/llm-d.json and dynamo.json have them from their
// sources.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/base/error_codes.h"
#include "core/base/quoting.h"
#include "core/exports/serving_start.h"
#include "core/exports/yaml.h"

namespace astrolabe::exports {

using serving::Runtime;

namespace {

constexpr int kPort = 8000, kBehindSidecar = 8200;

const char* resource_of(const Server& server) {
  return server.pool->vendor == "AMD" ? "amd.com/gpu" : "nvidia.com/gpu";
}

Json gpu_limits(const Server& server) {
  return {{"limits", {{resource_of(server), std::to_string(server.gpus_a_node())}}}};
}

/// A value of a label: letters, digits, dots, dashes and underscores, at most 63.
std::string label_value(const std::string& text) {
  constexpr std::size_t kLongest = 63;
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  std::string value;
  for (const char each : text) value += fits(each) || each == '.' || each == '_' ? each : '-';
  value.resize(std::min(value.size(), kLongest));
  while (!value.empty() && !fits(value.back())) value.pop_back();
  while (!value.empty() && !fits(value.front())) value.erase(0, 1);
  return value.empty() ? "model" : value;
}

std::vector<std::string> raw_words(const EngineSettings& settings) {
  std::vector<std::string> words;
  for (const auto& [name, value] : settings) {
    words.push_back(name);
    if (value != true) words.push_back(value.is_string() ? value.get<std::string>() : text_of(value));
  }
  return words;
}

Json labels_of(const ServedFleet& served, const Server& server) {
  Json labels{{"app", server.name},
              {"llm-d.ai/inference-serving", "true"},
              {"llm-d.ai/engine-type", to_string(served.job.runtime)},
              {"llm-d.ai/model", label_value(served.model)}};
  // A server of whole requests takes both parts of them.
  labels["llm-d.ai/role"] = server.role == Role::whole ? "both" : to_string(server.role);
  return labels;
}

/// The command of a container, and its arguments: words as they are on one machine, a shell's on several.
void set_command(const ServedFleet& served, const Server& server, const EngineStart& start, Json& container) {
  const bool vllm = served.job.runtime == Runtime::vllm;
  const int port = server.role == Role::decode ? kBehindSidecar : kPort;
  EngineSettings settings{{"--host", "0.0.0.0"}, {"--port", port}};
  settings.insert(settings.end(), start.arguments.begin(), start.arguments.end());
  if (server.nodes() == 1) {
    container["command"] = vllm ? Json{"vllm", "serve", "MODEL"}
                                : Json{"python3", "-m", "sglang.launch_server", "--model-path", "MODEL"};
    container["args"] = raw_words(settings);
    return;
  }
  std::string script = "NODE_RANK=${LWS_WORKER_INDEX:-0} HEAD=$LWS_LEADER_ADDRESS\n";
  if (start.later_headless) script += "LATER=${NODE_RANK#0}\n";
  script += vllm ? "exec vllm serve MODEL" : "exec python3 -m sglang.launch_server --model-path MODEL";
  for (const std::string& word : words_of(settings)) script += ' ' + word;
  for (const auto& [name, value] : start.place) script += fmt::format(" {} \"{}\"", name, value);
  if (start.later_headless) script += " ${LATER:+--headless}";
  container["command"] = {"/bin/bash", "-c"};
  container["args"] = Json::array({script});
}

/// `first`: of the machine that takes the requests of a copy; the others answer nobody.
Json llm_d_pod(const ServedFleet& served, const Server& server, const EngineStart& start, bool first) {
  Json container{{"name", "modelserver"}, {"image", "IMAGE"}};
  set_command(served, server, start, container);
  if (served.job.runtime == Runtime::vllm && server.role != Role::whole)
    container["env"] = Json::array({{{"name", "VLLM_NIXL_SIDE_CHANNEL_HOST"},
                                     {"valueFrom", {{"fieldRef", {{"fieldPath", "status.podIP"}}}}}}});
  const int port = server.role == Role::decode ? kBehindSidecar : kPort;
  container["ports"] = Json::array({{{"name", "modelserver"}, {"containerPort", port}}});
  container["resources"] = gpu_limits(server);
  if (first) container["readinessProbe"] = {{"httpGet", {{"path", "/health"}, {"port", port}}}};
  container["volumeMounts"] = Json::array({{{"mountPath", "/dev/shm"}, {"name", "shm"}}});
  Json pod = Json::object();
  if (server.role == Role::decode && first)
    pod["initContainers"] = Json::array(
        {{{"name", "routing-proxy"},
          {"image", "SIDECAR_IMAGE"},
          {"args",
           {fmt::format("--port={}", kPort),
            served.job.runtime == Runtime::vllm ? "--kv-connector=nixlv2" : "--kv-connector=sglang",
            "--zap-log-level=1", "--secure-proxy=false"}},
          {"ports", Json::array({{{"name", "sidecar"}, {"containerPort", kPort}}})},
          {"restartPolicy", "Always"}}});
  pod["containers"] = Json::array({container});
  pod["volumes"] = Json::array({{{"name", "shm"}, {"emptyDir", {{"medium", "Memory"}}}}});
  return pod;
}

Json llm_d_object(const ServedFleet& served, const Server& server, const EngineStart& start) {
  const Json labels = labels_of(served, server);
  const Json pods{{"metadata", {{"labels", labels}}}, {"spec", llm_d_pod(served, server, start, true)}};
  const Json metadata{{"name", server.name}, {"labels", labels}};
  if (server.nodes() > 1) {
    // The router selects by labels: machines behind the first have none of those.
    const Json others{{"metadata", {{"labels", {{"app", server.name}}}}},
                      {"spec", llm_d_pod(served, server, start, false)}};
    return {{"apiVersion", "leaderworkerset.x-k8s.io/v1"},
            {"kind", "LeaderWorkerSet"},
            {"metadata", metadata},
            {"spec",
             {{"replicas", server.copies},
              {"leaderWorkerTemplate",
               {{"size", server.nodes()}, {"leaderTemplate", pods}, {"workerTemplate", others}}}}}};
  }
  return {{"apiVersion", "apps/v1"},
          {"kind", "Deployment"},
          {"metadata", metadata},
          {"spec",
           {{"replicas", server.copies},
            {"selector", {{"matchLabels", {{"app", server.name}}}}},
            {"template", pods}}}};
}

const char* module_of(Runtime runtime) {
  return runtime == Runtime::vllm     ? "dynamo.vllm"
         : runtime == Runtime::sglang ? "dynamo.sglang"
                                      : "dynamo.trtllm";
}

const char* framework_of(Runtime runtime) {
  return runtime == Runtime::tensorrt_llm ? "trtllm" : to_string(runtime);
}

/// One server as a component; the operator tells machines their places.
Json component_of(const ServedFleet& served, const Server& server, const EngineStart& start) {
  const Runtime runtime = served.job.runtime;
  EngineSettings settings{{runtime == Runtime::vllm ? "--model" : "--model-path", "MODEL"}};
  if (runtime != Runtime::vllm) settings.emplace_back("--served-model-name", "MODEL");
  for (const auto& setting : start.arguments) settings.push_back(setting);
  const bool named = std::any_of(settings.begin(), settings.end(), [](const auto& setting) {
    return setting.first == "--disaggregation-mode";
  });
  if (server.role != Role::whole && !named)
    settings.emplace_back("--disaggregation-mode", to_string(server.role));
  if (!start.file.empty()) settings.emplace_back("--extra-engine-args", "/engine/" + server.name + ".yaml");
  Json container{{"name", "main"},
                 {"image", "IMAGE"},
                 {"command", {"python3", "-m", module_of(runtime)}},
                 {"args", raw_words(settings)},
                 {"resources", gpu_limits(server)}};
  Json pod = Json::object();
  if (!start.file.empty()) {
    container["volumeMounts"] =
        Json::array({{{"mountPath", "/engine"}, {"name", "engine"}, {"readOnly", true}}});
    pod["volumes"] = Json::array({{{"name", "engine"}, {"configMap", {{"name", "astrolabe-engine"}}}}});
  }
  pod["containers"] = Json::array({container});
  Json component{{"name", server.name},
                 {"type", server.role == Role::whole ? "worker" : to_string(server.role)},
                 {"replicas", server.copies}};
  if (server.nodes() > 1) component["multinode"] = {{"nodeCount", server.nodes()}};
  component["podTemplate"] = {{"spec", pod}};
  return component;
}

}  // namespace

Result<std::string> llm_d_manifests(const ServedFleet& served) {
  if (served.job.runtime == Runtime::tensorrt_llm)
    return fail(code::out_of_range, "software.runtime", to_string(served.job.runtime),
                {Wanted::Kind::one_of, {to_string(Runtime::vllm), to_string(Runtime::sglang)}});
  const auto servers = servers_of(served);
  if (!servers) return tl::unexpected<Error>(servers.error());
  std::string text =
      serving_heading(served, *servers, served.job.runtime) +
      fmt::format(
          "# llm-d, {}.\n# MODEL, IMAGE and SIDECAR_IMAGE are to be filled in. The router of llm-d selects "
          "by the label\n# llm-d.ai/model: {}\n",
          EngineArguments("llm-d").source(), label_value(served.model));
  for (const Server& server : *servers) {
    const auto start = engine_start(served.job.runtime, served, server);
    if (!start) return tl::unexpected<Error>(start.error());
    text += "---\n# " + line_of(server) + '\n';
    for (const std::string& remark : remarks_of(served.job.runtime, server)) text += "# " + remark + '\n';
    text += yaml_text(llm_d_object(served, server, *start));
  }
  return text;
}

Result<std::string> dynamo_manifest(const ServedFleet& served) {
  const auto servers = servers_of(served);
  if (!servers) return tl::unexpected<Error>(servers.error());
  const Runtime runtime = served.job.runtime;
  Json components = Json::array(), files = Json::object();
  components.push_back(
      {{"name", "Frontend"},
       {"type", "frontend"},
       {"replicas", 1},
       {"podTemplate", {{"spec", {{"containers", Json::array({{{"name", "main"}, {"image", "IMAGE"}}})}}}}}});
  std::string text = serving_heading(served, *servers, runtime) +
                     fmt::format("# NVIDIA Dynamo, {}.\n# MODEL and IMAGE are to be filled in.\n",
                                 EngineArguments("dynamo").source());
  for (const Server& server : *servers) {
    if (server.pool->vendor != "NVIDIA")
      return fail(code::out_of_range, "pool", server.pool->id,
                  {Wanted::Kind::text, {"GPUs of NVIDIA, as Dynamo runs on no others"}});
    const auto start = engine_start(runtime, served, server, Reads::file);
    if (!start) return tl::unexpected<Error>(start.error());
    for (const std::string& remark : remarks_of(runtime, server)) text += "# " + remark + '\n';
    components.push_back(component_of(served, server, *start));
    if (!start->file.empty()) files[server.name + ".yaml"] = yaml_text(nested_settings(start->file));
  }
  if (!files.empty())
    text += "---\n" + yaml_text({{"apiVersion", "v1"},
                                 {"kind", "ConfigMap"},
                                 {"metadata", {{"name", "astrolabe-engine"}}},
                                 {"data", files}});
  const Json graph{{"apiVersion", "nvidia.com/v1beta1"},
                   {"kind", "DynamoGraphDeployment"},
                   {"metadata", {{"name", "astrolabe"}}},
                   {"spec", {{"backendFramework", framework_of(runtime)}, {"components", components}}}};
  return text + "---\n" + yaml_text(graph);
}

}  // namespace astrolabe::exports
