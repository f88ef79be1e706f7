"""Training steps of decoders on one GPU, as rows of resources/measured/measured_training.csv.

    python3 measure_steps.py --out steps.csv [--seconds 300] [--only NAME ...] [--skip NAME ...] [--dry GPU]

Each case is a decoder at the widths of a published model, in as many layers as one GPU holds, trained in one of three
manners. fsdp: much as torchtitan does, FSDP2 with parameters, gradients and Adam's moments in fp32 and products in
bf16, blocks and loss compiled, FlashAttention 2; embedding and head are one group. eager: the same, nothing compiled.
megatron: as Megatron-Core does, weights in bf16, gradients added up in fp32 as they come, Adam on fp32 copies, blocks
and loss compiled, cuDNN's attention.
One row for the median of ten steps after three, one for the allocator's peak over them. Experts take equal shares of
the tokens. --dry writes the rows without measuring (value 1), so that predictions can be made before. Needs PyTorch
2.8 or newer.
"""

import argparse
import csv
import os
import sys
import time
import traceback

LLAMA_1B = dict(family="llama", layers=16, hidden=2048, heads=32, kv_heads=8, ffn=8192, vocab=128256, tied=1)
LLAMA_8B = dict(family="llama", layers=4, hidden=4096, heads=32, kv_heads=8, ffn=14336, vocab=128256, tied=0)
LLAMA_70B = dict(family="llama", layers=2, hidden=8192, heads=64, kv_heads=8, ffn=28672, vocab=32000, tied=0)
QWEN_1B = dict(family="llama", layers=28, hidden=1536, heads=12, kv_heads=2, ffn=8960, vocab=151936, tied=1)
GPT_13B = dict(family="gpt", layers=4, hidden=5120, heads=40, kv_heads=40, ffn=20480, vocab=50304, tied=1)
GPT_175B = dict(family="gpt", layers=1, hidden=12288, heads=96, kv_heads=96, ffn=49152, vocab=51200, tied=1)
GPT2_XL = dict(family="gpt", layers=48, hidden=1600, heads=25, kv_heads=25, ffn=6400, vocab=50304, tied=1)
MIXTRAL = dict(family="moe", layers=2, hidden=4096, heads=32, kv_heads=8, ffn=14336, vocab=32000, tied=0,
               experts=8, topk=2, expert_ffn=14336)
QWEN3_MOE = dict(family="moe", layers=4, hidden=2048, heads=32, kv_heads=4, ffn=6144, vocab=32000, tied=0,
                 experts=128, topk=8, expert_ffn=768)

LLAMA_8B_16 = dict(LLAMA_8B, layers=16)

# name, model, sequence, micro-batch, micro-batches, recompute, manner
CASES = [
    ("llama-1b", LLAMA_1B, 4096, 2, 1, "none", "megatron"),
    ("llama-1b", LLAMA_1B, 4096, 2, 4, "none", "megatron"),
    ("llama-8b", LLAMA_8B, 8192, 1, 1, "none", "megatron"),
    ("llama-8b", LLAMA_8B, 8192, 1, 8, "none", "megatron"),
    ("llama-8b", LLAMA_8B, 8192, 1, 1, "full", "megatron"),
    ("llama-8b", LLAMA_8B_16, 8192, 1, 4, "none", "megatron"),
    ("llama-70b", LLAMA_70B, 4096, 1, 1, "none", "megatron"),
    ("llama-70b", LLAMA_70B, 4096, 1, 8, "none", "megatron"),
    ("gpt-13b", GPT_13B, 2048, 4, 4, "none", "megatron"),
    ("gpt-175b", GPT_175B, 2048, 2, 4, "none", "megatron"),
    ("mixtral", MIXTRAL, 4096, 1, 4, "none", "megatron"),
    ("qwen3-moe", QWEN3_MOE, 4096, 2, 4, "none", "megatron"),
    ("llama-1b", LLAMA_1B, 4096, 2, 4, "none", "fsdp"),
    ("llama-8b", LLAMA_8B, 8192, 1, 1, "none", "fsdp"),
    ("llama-8b", LLAMA_8B, 8192, 1, 8, "none", "fsdp"),
    ("llama-70b", LLAMA_70B, 4096, 1, 4, "none", "fsdp"),
    ("gpt-13b", GPT_13B, 2048, 4, 4, "none", "fsdp"),
    ("llama-8b", LLAMA_8B, 8192, 1, 1, "none", "eager"),
    ("gpt-13b", GPT_13B, 2048, 4, 4, "none", "eager"),
    ("gpt2-xl", GPT2_XL, 1024, 8, 4, "none", "megatron"),
    ("qwen-1.5b", QWEN_1B, 4096, 2, 4, "none", "megatron"),
    ("llama-8b", LLAMA_8B, 2048, 4, 8, "none", "megatron"),
    ("llama-8b", LLAMA_8B, 32768, 1, 2, "full", "megatron"),
    ("gpt2-xl", GPT2_XL, 1024, 8, 4, "none", "fsdp"),
    ("qwen-1.5b", QWEN_1B, 4096, 2, 4, "none", "fsdp"),
    ("mixtral", MIXTRAL, 4096, 1, 4, "none", "fsdp"),
    ("llama-1b", LLAMA_1B, 4096, 4, 4, "full", "fsdp"),
    ("gpt-13b", GPT_13B, 2048, 8, 2, "full", "eager"),
    ("qwen3-moe", QWEN3_MOE, 4096, 2, 4, "none", "eager"),
    ("llama-1b", LLAMA_1B, 4096, 2, 1, "none", "fsdp"),
    ("llama-8b", LLAMA_8B, 8192, 1, 1, "full", "fsdp"),
    ("llama-1b", LLAMA_1B, 4096, 2, 1, "none", "eager"),
    ("mixtral", MIXTRAL, 4096, 1, 1, "none", "eager"),
    ("mixtral", MIXTRAL, 4096, 1, 1, "none", "fsdp"),
]

FRAMEWORKS = {
    "fsdp": "PyTorch {} FSDP2, torch.compile",
    "eager": "PyTorch {} FSDP2",
    "megatron": "PyTorch {}, torch.compile, in the manner of Megatron-Core",
}


def name_of(case):
    name, model, seq, mbs, count, recompute, manner = case
    recomputed = "-full" if recompute == "full" else ""
    return f"{name}-{model['layers']}x{seq}-{mbs}x{count}{recomputed}-{manner}"


COLUMNS = (
    "id,source,source_ref,model,family,params_b,active_params_b,layers,hidden,heads,kv_heads,ffn,gated_mlp,experts,topk,"
    "expert_ffn,shared_experts,vocab,seq,tied_embed,gpu,n_gpus,gpus_per_node,intra_node_link,inter_node_link,dtype,tp,pp,"
    "vpp,cp,ep,dp,mbs,gbs,zero,sp,recompute,flash,offload,framework,date,measured_kind,measured_value,flops_convention,"
    "notes").split(",")


def parameters(model):
    """All and those that a token meets."""
    h, d = model["hidden"], model["hidden"] // model["heads"]
    attention = h * (model["heads"] + 2 * model["kv_heads"]) * d + h * h
    matrices = 2 if model["family"] == "gpt" else 3
    norms = (4 if model["family"] == "gpt" else 2) * h
    tables = model["vocab"] * h * (1 if model["tied"] else 2)
    last = (2 if model["family"] == "gpt" else 1) * h
    if model["family"] == "moe":
        expert = 3 * h * model["expert_ffn"]
        layer = attention + norms + h * model["experts"]
        total, active = model["experts"] * expert, model["topk"] * expert
        return tuple(model["layers"] * (layer + each) + tables + last for each in (total, active))
    every = model["layers"] * (attention + norms + matrices * h * model["ffn"]) + tables + last
    return every, every


def rows_of(case, gpu, version, date, seconds, peak_gib, note):
    name, model, seq, mbs, count, recompute, manner = case
    total, active = parameters(model)
    moe = model["family"] == "moe"
    row = dict.fromkeys(COLUMNS, "")
    row.update(
        id=f"OWN-{name_of(case)}", source="astrolabe", source_ref=f"tests/device/measure_steps.py, case {name_of(case)}",
        model=f"{name} ({model['layers']} layers)", family=model["family"], params_b=f"{total / 1e9:.4f}",
        active_params_b=f"{active / 1e9:.4f}", layers=model["layers"], hidden=model["hidden"], heads=model["heads"],
        kv_heads=model["kv_heads"], ffn=model["ffn"], gated_mlp=0 if model["family"] == "gpt" else 1,
        vocab=model["vocab"], seq=seq, tied_embed=model["tied"], gpu=gpu, n_gpus=1, gpus_per_node=1, dtype="bf16",
        tp=1, pp=1, vpp=1, cp=1, ep=1, dp=1, mbs=mbs, gbs=mbs * count, zero=0 if manner == "megatron" else 3, sp=0, recompute=recompute, flash=1,
        offload=0, framework=FRAMEWORKS[manner].format(version), date=date,
        measured_kind="iter_s", measured_value=f"{seconds:.6g}", notes=note)
    if moe:
        row.update(experts=model["experts"], topk=model["topk"], expert_ffn=model["expert_ffn"], shared_experts=0)
    memory = dict(row, id=row["id"] + "-mem", measured_kind="peak_mem_gib", measured_value=f"{peak_gib:.6g}",
                  notes="framework allocator's peak; " + note)
    return [row, memory]


def build(model, recompute, manner):
    import torch
    import torch.nn as nn
    import torch.nn.functional as F
    from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import checkpoint_wrapper
    from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

    compiled = manner != "eager"
    hidden, heads, kv_heads = model["hidden"], model["heads"], model["kv_heads"]
    width = hidden // heads
    gpt = model["family"] == "gpt"
    grouped_mm = getattr(F, "grouped_mm", None) or torch._grouped_mm

    def norm():
        return nn.LayerNorm(hidden, eps=1e-5) if gpt else nn.RMSNorm(hidden, eps=1e-5)

    def turned(x, cosine, sine):
        a, b = x.chunk(2, -1)
        return torch.cat((a * cosine - b * sine, b * cosine + a * sine), -1)

    class Attention(nn.Module):
        def __init__(self):
            super().__init__()
            self.qkv = nn.Linear(hidden, (heads + 2 * kv_heads) * width, bias=False)
            self.out = nn.Linear(hidden, hidden, bias=False)

        def forward(self, x, cosine, sine):
            b, s, _ = x.shape
            qkv = self.qkv(x).view(b, s, heads + 2 * kv_heads, width)
            q, k, v = qkv.split((heads, kv_heads, kv_heads), 2)
            if not gpt:
                q, k = turned(q, cosine, sine), turned(k, cosine, sine)
            q, k, v = q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=kv_heads != heads)
            return self.out(y.transpose(1, 2).reshape(b, s, hidden))

    class Mlp(nn.Module):
        def __init__(self):
            super().__init__()
            self.up = nn.Linear(hidden, model["ffn"] * (1 if gpt else 2), bias=False)
            self.down = nn.Linear(model["ffn"], hidden, bias=False)

        def forward(self, x):
            if gpt:
                return self.down(F.gelu(self.up(x), approximate="tanh"))
            gate, up = self.up(x).chunk(2, -1)
            return self.down(F.silu(gate) * up)

    class Experts(nn.Module):
        """Tokens sorted by expert, grouped products; every expert takes as many tokens."""

        def __init__(self):
            super().__init__()
            self.router = nn.Linear(hidden, model["experts"], bias=False)
            self.up = nn.Parameter(torch.randn(model["experts"], 2 * model["expert_ffn"], hidden) * 0.02)
            self.down = nn.Parameter(torch.randn(model["experts"], hidden, model["expert_ffn"]) * 0.02)

        def forward(self, x):
            b, s, _ = x.shape
            tokens, count, chosen = x.reshape(-1, hidden), model["experts"], model["topk"]
            scores = torch.softmax(self.router(tokens).float(), -1)
            best = scores.topk(chosen, -1).indices
            # In the place of the best ones: equal shares, not in order.
            forced = (torch.arange(b * s * chosen, device=x.device) * 7) % count
            experts = torch.where(best < 0, best, forced.view(b * s, chosen))
            weights = scores.gather(-1, experts)
            order = experts.flatten().argsort(stable=True)
            ends = torch.histc(experts.flatten().float(), count, 0, count - 1).cumsum(0).to(torch.int32)
            source = order // chosen
            rows = tokens[source]
            gate, up = grouped_mm(rows, self.up.transpose(-2, -1), offs=ends).chunk(2, -1)
            rows = grouped_mm(F.silu(gate) * up, self.down.transpose(-2, -1), offs=ends)
            rows = rows * weights.flatten()[order].to(rows.dtype).unsqueeze(-1)
            return torch.zeros_like(tokens).index_add(0, source, rows).view(b, s, hidden)

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm1, self.norm2 = norm(), norm()
            self.attention = Attention()
            self.mlp = Experts() if model["family"] == "moe" else Mlp()

        def forward(self, x, cosine, sine):
            x = x + self.attention(self.norm1(x), cosine, sine)
            return x + self.mlp(self.norm2(x))

    class Decoder(nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = nn.Embedding(model["vocab"], hidden)
            self.blocks = nn.ModuleList(Block() for _ in range(model["layers"]))
            self.norm = norm()
            self.head = nn.Linear(hidden, model["vocab"], bias=False)
            if model["tied"]:
                self.head.weight = self.embedding.weight

        def forward(self, ids, cosine, sine):
            x = self.embedding(ids)
            for block in self.blocks:
                x = block(x, cosine, sine)
            return self.head(self.norm(x))

    with torch.device("cuda"):
        decoder = Decoder()
    nn.init.normal_(decoder.embedding.weight, std=0.02)
    for i, block in enumerate(decoder.blocks):
        if recompute == "full":
            block = checkpoint_wrapper(block, preserve_rng_state=False)
        if compiled:
            block = torch.compile(block, fullgraph=model["family"] != "moe")
        decoder.blocks[i] = block
    if manner == "megatron":
        return decoder.to(torch.bfloat16)
    policy = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32)
    for block in decoder.blocks:
        fully_shard(block, mp_policy=policy)
    fully_shard(decoder, mp_policy=policy)
    return decoder


class MegatronAdam:
    """Gradients are added to fp32 sums as they come; Adam moves fp32 copies of the weights."""

    def __init__(self, weights):
        import torch

        self.weights = list(weights)
        self.main = [w.detach().float() for w in self.weights]
        self.sums = [torch.zeros_like(m) for m in self.main]
        for weight, total in zip(self.weights, self.sums):
            weight.register_post_accumulate_grad_hook(self.adding(total))
        for main, total in zip(self.main, self.sums):
            main.grad = total
        self.adam = torch.optim.AdamW(self.main, lr=1e-4, fused=True)

    @staticmethod
    def adding(total):
        def add(weight):
            total.add_(weight.grad)
            weight.grad = None

        return add

    def zero_grad(self, set_to_none):
        import torch

        torch._foreach_zero_(self.sums)

    def step(self):
        import torch

        self.adam.step()
        torch._foreach_copy_(self.weights, self.main)


def measure(case, warm_up=3, steps=10):
    import torch
    import torch.nn.functional as F

    name, model, seq, mbs, count, recompute, manner = case
    torch._dynamo.reset()
    torch.cuda.empty_cache()
    torch.backends.cuda.enable_cudnn_sdp(manner == "megatron")
    torch.backends.cuda.enable_flash_sdp(manner != "megatron")
    decoder = build(model, recompute, manner)
    held = sum(p.numel() for p in decoder.parameters())
    if held != parameters(model)[0]:
        raise ValueError(f"{held} parameters, {parameters(model)[0]} expected")
    if manner == "megatron":
        with torch.no_grad():
            adam = MegatronAdam(decoder.parameters())
    else:
        adam = torch.optim.AdamW(decoder.parameters(), lr=1e-4, fused=True)

    def loss_of(logits, labels):
        return F.cross_entropy(logits.flatten(0, 1).float(), labels.flatten())

    if manner != "eager":
        loss_of = torch.compile(loss_of)
    width = model["hidden"] // model["heads"]
    angle = torch.arange(seq, device="cuda").unsqueeze(1) * 10000.0 ** (
        -torch.arange(0, width, 2, device="cuda") / width)
    cosine, sine = (f(angle).to(torch.bfloat16).view(1, seq, 1, width // 2) for f in (torch.cos, torch.sin))
    ids = torch.randint(model["vocab"], (count, mbs, seq + 1), device="cuda")
    begins, updates = ([torch.cuda.Event(enable_timing=True) for _ in range(steps + 1)] for _ in range(2))

    def step(update=None):
        adam.zero_grad(set_to_none=True)
        for micro in range(count):
            loss = loss_of(decoder(ids[micro, :, :-1], cosine, sine), ids[micro, :, 1:]) / count
            loss.backward()
        if update:
            update.record()
        with torch.no_grad():
            adam.step()
        return loss.detach()

    begun = time.time()
    for _ in range(warm_up):
        step()
    torch.cuda.synchronize()
    warm = time.time() - begun
    torch.cuda.reset_peak_memory_stats()
    begins[0].record()
    for i in range(steps):
        loss = step(updates[i])
        begins[i + 1].record()
    torch.cuda.synchronize()
    peak = torch.cuda.max_memory_allocated() / 2**30
    times = sorted(a.elapsed_time(b) / 1e3 for a, b in zip(begins, begins[1:]))
    update = sorted(a.elapsed_time(b) / 1e3 for a, b in zip(updates, begins[1:]))[steps // 2]
    if not torch.isfinite(loss):
        raise ValueError(f"loss {loss.item()}")
    note = (f"median of {steps} steps ({times[0]:.5g} to {times[-1]:.5g} s) after {warm_up}; {update:.4g} s of it Adam; "
            f"last loss {count * loss.item():.3g}")
    print(f"{name_of(case)}: {times[steps // 2]:.5f} s, {peak:.3f} GiB, warm-up {warm:.1f} s; {note}", flush=True)
    return times[steps // 2], peak, note


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--out", required=True)
    options.add_argument("--seconds", type=float, default=1e9)
    options.add_argument("--only", nargs="*", default=[])
    options.add_argument("--skip", nargs="*", default=[])
    options.add_argument("--dry", default="")
    given = options.parse_args()
    begun, rows = time.time(), []
    gpu, version, date = given.dry, "2.11", time.strftime("%Y-%m")
    if not given.dry:
        import torch
        import torch.distributed as dist

        os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29511", RANK="0", WORLD_SIZE="1", LOCAL_RANK="0")
        dist.init_process_group("nccl")
        torch.cuda.set_device(0)
        torch.backends.cuda.enable_mem_efficient_sdp(False)
        torch.backends.cuda.enable_math_sdp(False)
        version = ".".join(torch.__version__.split(".")[:2])
        gpu = "H200-SXM-141GB" if "H200" in torch.cuda.get_device_name() else "H100-SXM-80GB"
        print(torch.cuda.get_device_name(), torch.__version__, flush=True)
    for case in CASES:
        if (given.only and name_of(case) not in given.only) or name_of(case) in given.skip:
            continue
        if time.time() - begun > given.seconds:
            print("left out for time:", name_of(case), flush=True)
            continue
        try:
            seconds, peak, note = (1.0, 1.0, "dry") if given.dry else measure(case)
            rows += rows_of(case, gpu, version, date, seconds, peak, note)
            with open(given.out, "w", newline="") as file:
                writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
                writer.writeheader()
                writer.writerows(rows)
        except Exception:
            print(f"{name_of(case)} failed:", traceback.format_exc()[-1500:], flush=True)


if __name__ == "__main__":
    sys.exit(main())
