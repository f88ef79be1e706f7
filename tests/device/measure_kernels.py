"""Single kernels of training on one GPU, in the columns of the kernel tables that `astrolabe-cli fit` reads.

    python3 measure_kernels.py --out FOLDER

gemm.csv: bf16 products of decoders' layers, weights laid out [n, k] as nn.Linear holds them. backward.csv: the two
products that such a layer's gradients take, and attention's gradients, over the forward one. attention.csv: causal
FlashAttention. Each is the median of thirty runs between events after five, with operands that change from run to run
so that none comes from the cache; the clock of the GPU is left as found.
"""

import argparse
import csv
import os

import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

# n, k of the layers of GPT-3 13B and 175B, Llama 1B to 405B, Qwen2.5-7B and 72B, and heads over vocabularies.
LAYERS = [
    (15360, 5120), (20480, 5120), (5120, 20480), (36864, 12288), (49152, 12288), (12288, 49152),
    (3072, 2048), (2048, 2048), (16384, 2048), (2048, 8192), (6144, 4096), (4096, 4096), (28672, 4096), (4096, 14336),
    (10240, 8192), (8192, 8192), (57344, 8192), (8192, 28672), (4608, 3584), (37888, 3584), (3584, 18944),
    (2560, 8192), (14336, 8192), (8192, 7168), (128256, 4096), (32000, 8192), (18432, 16384), (26624, 16384),
]
TOKENS = (1024, 4096, 8192, 16384)

# batch, sequence, heads, heads of keys
ATTENTION = [
    (4, 1024, 32, 8), (2, 2048, 32, 8), (1, 4096, 32, 8), (2, 4096, 32, 8), (1, 8192, 32, 8), (1, 16384, 32, 8),
    (1, 32768, 32, 8), (4, 2048, 40, 40), (1, 8192, 40, 40), (1, 4096, 64, 8), (1, 8192, 64, 8), (2, 2048, 96, 96),
    (1, 4096, 8, 1), (1, 8192, 16, 2), (8, 1024, 12, 2), (1, 131072, 8, 1),
]


def median(run, sets, repeats=30):
    """Microseconds of run(operands)."""
    for i in range(5):
        run(*sets[i % len(sets)])
    marks = [(torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)) for _ in range(repeats)]
    torch.cuda.synchronize()
    for i, (begin, end) in enumerate(marks):
        begin.record()
        run(*sets[i % len(sets)])
        end.record()
    torch.cuda.synchronize()
    return sorted(begin.elapsed_time(end) for begin, end in marks)[repeats // 2] * 1e3


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--out", required=True)
    options.add_argument("--every", type=int, default=1, help="every n-th shape only")
    given = options.parse_args()
    os.makedirs(given.out, exist_ok=True)
    gpu = "h200-sxm" if "H200" in torch.cuda.get_device_name() else "h100-sxm"
    source = f"own-pytorch-{torch.__version__.split('+')[0]}"

    def table(name, header, rows):
        with open(os.path.join(given.out, name), "w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(header)
            writer.writerows(rows)

    def draw(*shape):
        return torch.randn(*shape, device="cuda", dtype=torch.bfloat16)

    products, backward, shapes = [], [], [(m, n, k) for m in TOKENS for n, k in LAYERS if m * n < 2.2e9]
    for m, n, k in shapes[:: given.every]:
        sets = [(draw(m, k), draw(n, k), draw(m, n)) for _ in range(2)]
        forward = median(lambda x, w, g: F.linear(x, w), sets)
        products.append((gpu, "bf16", m, n, k, f"{forward:.5g}", source))
        inputs = median(lambda x, w, g: g @ w, sets)
        weights = median(lambda x, w, g: g.t() @ x, sets)
        backward.append((gpu, f"linear {m}x{n}x{k}", f"{forward:.5g}", f"{inputs:.5g}", f"{weights:.5g}"))
        table("gemm.csv", "gpu,dtype,m,n,k,latency_us,source".split(","), products)
        table("backward.csv", "gpu,layer,forward_us,input_gradient_us,weight_gradient_us".split(","), backward)
        del sets
    attention = []
    for b, s, heads, kv in ATTENTION[:: given.every]:
        for backend, kernel in ((SDPBackend.FLASH_ATTENTION, "flash_attn_fa2"), (SDPBackend.CUDNN_ATTENTION, "cudnn")):
            try:
                with sdpa_kernel(backend):
                    q, k, v = (draw(b, s, h, 128).transpose(1, 2).requires_grad_(True) for h in (heads, kv, kv))
                    run = lambda: F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=heads != kv)
                    with torch.no_grad():
                        forward = median(run, [()], 15)
                    y = run()
                    g = draw(*y.shape)
                    gradients = median(
                        lambda: torch.autograd.grad(y, (q, k, v), g, retain_graph=True), [()], 15)
            except RuntimeError as error:
                print(kernel, b, s, heads, kv, str(error)[:200], flush=True)
                continue
            attention.append((gpu, "bf16", b, s, heads, kv, 128, 1, f"{forward:.5g}", kernel, source))
            backward.append((gpu, f"{kernel} {b}x{s}x{heads}x{kv}", f"{forward:.5g}", f"{gradients:.5g}", ""))
            table("attention.csv",
                  "gpu,dtype,batch,seq,heads,kv_heads,head_dim,causal,latency_us,kernel,source".split(","), attention)
            table("backward.csv", "gpu,layer,forward_us,input_gradient_us,weight_gradient_us".split(","), backward)
            del q, k, v, y, g
    source_bytes = torch.empty(2**31, device="cuda", dtype=torch.uint8)
    target_bytes = torch.empty_like(source_bytes)
    copied = median(lambda: target_bytes.copy_(source_bytes), [()])
    print(f"copy of 2 GiB: {2 * 2**31 / copied / 1e3:.0f} GB/s, read and written; {len(products)} products, "
          f"{len(attention)} attentions", flush=True)


if __name__ == "__main__":
    main()
