#!/usr/bin/env python3
"""Residuals of the inference kernels' forms: medians of measured over form, for resources/serving/ratios.json.

    serving_ratios.py KERNEL_TABLES RESOURCES > ratios.json

KERNEL_TABLES: folder with gemm_small_m.csv, decode_attention.csv and moe_few.csv (columns as in core/calibration);
RESOURCES: resources of this repository. Serving runs are not used. Cells of fewer than three rows take the mean of their
neighbours; medians are kept within 0.5 and 2.5, and such that a kernel never gets shorter with more tokens.
"""
import collections, csv, json, math, pathlib, statistics, sys

tables, resources = map(pathlib.Path, sys.argv[1:3])
kernels = json.load(open(resources / "serving/kernels.json"))["generations"]
experts = {(r["gpu"], r["dtype"], r["runtime"]): r["values"] for r in json.load(open(resources / "serving/experts.json"))["rows"]}
gpus = {r["id"]: r for r in csv.DictReader(open(resources / "catalogue/gpus.csv"))}
BYTES = {"bf16": 2, "fp8": 1, "fp8_block": 1, "nvfp4": .5625, "int4_wo": .53125, "w4a16_mxfp4": .53125, "w4a8_mxfp4_mxfp8": .53125}
ROWS = [1, 2, 4, 8, 16, 32, 48, 64, 96, 128, 192, 256]
TOKENS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096]
RUNTIME = {"aic-trt": "tensorrt-llm", "aic-vllm": "vllm", "aic-sgl": "sglang"}


def fact(gpu, column, other=0.0):
    return float(gpus[gpu].get(column) or other)


def generation(gpu):
    arch = gpus[gpu]["arch"]
    if arch.startswith("Hopper"): return "hopper"
    if "GB202" in arch: return "blackwell_workstation"
    if arch.startswith("Blackwell"): return "blackwell"
    return "ada" if arch.startswith("Ada") else "ampere"


def peak(gpu, dtype):
    column = "fp4_tflops" if dtype == "nvfp4" else "fp8_tflops" if "fp8" in dtype else "bf16_tflops"
    return fact(gpu, column) * 1e6


def filled(cells, size, least=3):
    """Medians of `cells` by place; empty places between their neighbours."""
    known = {i: min(2.5, max(0.5, statistics.median(v))) for i, v in cells.items() if len(v) >= least}
    if not known: return [1.0] * size
    out = []
    for i in range(size):
        if i in known:
            out.append(known[i]); continue
        low = [j for j in known if j < i]; high = [j for j in known if j > i]
        near = ([known[max(low)]] if low else []) + ([known[min(high)]] if high else [])
        out.append(sum(near) / len(near))
    return [round(x, 3) for x in out]


def rising(values):
    """The nearest values that do not fall: a kernel of more tokens is not shorter, which the search relies on."""
    values = [min(values[:2])] + values[1:]  # one row alone may run in a kernel of its own
    blocks = []
    for x in values:
        blocks.append([x, 1])
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (a, i), (b, j) = blocks[-2:]
            blocks[-2:] = [[(a * i + b * j) / (i + j), i + j]]
    return [round(x, 3) for x, n in blocks for _ in range(n)]


def slowly(values, launch_us, sm):
    """Falls no faster from one doubling of batch x heads to the next than the least form of attention grows."""
    least = [launch_us + 2 * 2 ** u / sm for u in range(len(values))]
    times = rising([v * t for v, t in zip(values, least)])
    return [round(x / t, 3) for x, t in zip(times, least)]


def products():
    cells = collections.defaultdict(lambda: collections.defaultdict(list))
    for r in csv.DictReader(open(tables / "gemm_small_m.csv")):
        gpu, dtype = r["gpu"], r["dtype"]
        if gpu not in gpus: continue
        form = kernels[generation(gpu)]["gemm"].get(dtype)
        if not form or not peak(gpu, dtype): continue
        t0, eb, ec = form
        m, n, k = (int(r[x]) for x in "mnk")
        bw = fact(gpu, "mem_bw_GBps") * 1e3
        tb = (BYTES[dtype] * n * k + (2 if dtype == "bf16" else BYTES[dtype]) * m * k + 2 * m * n) / (eb * bw)
        tc = 2 * max(m, 16) * n * k / (ec * peak(gpu, dtype))
        form_us = t0 + (tb ** 3 + tc ** 3 + (.0005 * k) ** 3) ** (1 / 3)
        size = 0 if n * k < 8e6 else 1 if n * k < 40e6 else 2
        cells[gpu, dtype, size][ROWS.index(m)].append(float(r["latency_us"]) / form_us)
    rows = []
    for gpu, dtype in sorted({k[:2] for k in cells}):
        rows.append({"gpu": gpu, "dtype": dtype, "sizes": [rising(filled(cells[gpu, dtype, s], len(ROWS))) for s in range(3)]})
    return rows


def attention():
    cells = collections.defaultdict(lambda: collections.defaultdict(list))
    for r in csv.DictReader(open(tables / "decode_attention.csv")):
        gpu, kv = r["gpu"], r["kv_dtype"]
        if gpu not in gpus: continue
        row = kernels[generation(gpu)]
        t0, eb, cold = row["decode"]
        size = 1 if kv == "fp8" else 2
        if size == 1: eb *= row["fp8_cache"]
        b, c, h, kvh, d, w = (int(r[x] or 0) for x in ("batch", "context", "heads", "kv_heads", "head_dim", "window"))
        keys = min(c, w) if w else c
        moved = 2 * b * keys * kvh * d * size + 4 * b * h * d
        form_us = (t0 + 2 * b * kvh / fact(gpu, "sm_count", 132) + moved / (eb * fact(gpu, "mem_bw_GBps") * 1e3)
                   + cold * min(1, moved / (fact(gpu, "l2_mib", 50) * 1e6)))
        span = 4 if w else 0 if c <= 512 else 1 if c <= 2048 else 2 if c <= 8192 else 3
        place = min(12, round(math.log2(b * kvh)))
        cells[gpu, kv, span][place].append(float(r["latency_us"]) / form_us)
    rows = []
    for gpu, kv in sorted({k[:2] for k in cells}):
        launch = kernels[generation(gpu)]["decode"][0]
        rows.append({"gpu": gpu, "cache": kv,
                     "spans": [slowly(filled(cells[gpu, kv, s], 13), launch, fact(gpu, "sm_count", 132)) for s in range(5)]})
    return rows


def expert_kernels():
    cells = collections.defaultdict(lambda: collections.defaultdict(list))
    best = {}  # of the kernels that an engine has for a shape
    for r in csv.DictReader(open(tables / "moe_few.csv")):
        shape = tuple(v for k, v in r.items() if k not in ("latency_us", "kernel"))
        if shape not in best or float(r["latency_us"]) < float(best[shape]["latency_us"]): best[shape] = r
    for r in best.values():
        key = (r["gpu"], r["dtype"], RUNTIME[r["source"]])
        if r["gpu"] not in gpus or key not in experts or r["distribution"] != "balanced": continue
        t0, eb, ec, pad, each, traffic = experts[key]
        t, h, f, k, e, tp, ep = (int(r[x]) for x in ("tokens", "hidden", "inter", "topk", "experts", "tp", "ep"))
        local, visits = e / ep, t * k / ep
        active = local * (1 - (1 - k / e) ** t if k < e else 1)
        if ep > 1:
            active = min(local, active + math.sqrt(2 * math.log(ep)) * math.sqrt(max(0, active * (1 - active / local))))
            visits += math.sqrt(2 * math.log(ep) * visits)
        w, bw = 3 * h * f / tp, fact(r["gpu"], "mem_bw_GBps") * 1e3
        form_us = (t0 + ((active * w * BYTES[key[1]] / (eb * bw)) ** 3 + (2 * (visits + pad * active) * w / (ec * peak(*key[:2]))) ** 3) ** (1 / 3)
                   + each * active + traffic * t / ep * k * h * 2 / bw)
        cells[key][TOKENS.index(t)].append(float(r["latency_us"]) / form_us)
    return [{"gpu": k[0], "dtype": k[1], "runtime": k[2], "tokens": rising(filled(cells[k], len(TOKENS)))} for k in sorted(cells) if sum(map(len, cells[k].values())) >= 30]


def dump(name, rows):
    return f' "{name}": [\n' + ",\n".join("  " + json.dumps(r) for r in rows) + "\n ]"


print('{\n "title": "Measured inference kernels over their forms",\n'
      ' "source": "medians of AIConfigurator tables (Apache-2.0, NVIDIA; commit 095f58a) over the forms of core/serving/kernels.h; tests/measurements/serving_ratios.py",\n'
      ' "date": "2026-08-21",\n'
      f' "rows_of_products": {ROWS},\n "tokens_of_experts": {TOKENS},\n'
      + ",\n".join((dump("products", products()), dump("attention", attention()), dump("experts", expert_kernels()))) + "\n}")
