# PyTorch as a peer of `vyre bench cuda`, where it has the operation. Reads a line "KERNEL N0 N1" for
# each measurement, with the numbers of tools/bench/work.c, and answers with milliseconds of
# device time, or "-" where there is no such operation. Products of matrices are of f32, not of tf32.
import sys

import torch

ROUNDS, WARM = 15, 3
torch.backends.cuda.matmul.allow_tf32 = False
gpu = torch.device("cuda")


def words(n):
    return torch.randint(-(2**31), 2**31 - 1, (n,), dtype=torch.int32, device=gpu)


def floats(*size):
    return torch.rand(size, device=gpu)


def copy(n, _):
    x, y = words(n), words(n)
    return lambda: y.copy_(x)


def triad(n, _):
    x, y, z = (torch.rand(n, dtype=torch.float64, device=gpu) for _ in range(3))
    return lambda: torch.add(x, y, alpha=0.7, out=z)


def saxpy(n, _):
    x, y = floats(n), floats(n)
    return lambda: y.add_(x, alpha=0.7)


def reduction(n, _):
    x = words(n)
    return lambda: torch.sum(x, dtype=torch.int32)


def scan(n, _):
    x, y = words(n), words(n)
    return lambda: torch.cumsum(x, 0, dtype=torch.int32, out=y)


def histogram(n, _):
    x = torch.randint(0, 256, (n,), dtype=torch.uint8, device=gpu)
    return lambda: torch.bincount(x, minlength=256)


def transpose(width, rows):
    a, b = floats(rows, width), floats(width, rows)
    return lambda: b.copy_(a.t())


def stencil(width, height):
    a = floats(1, 1, height, width)
    w = torch.tensor([[0, 1, 0], [1, 1, 1], [0, 1, 0]], device=gpu) * 0.2
    w = w.reshape(1, 1, 3, 3)
    return lambda: torch.nn.functional.conv2d(a, w)


def spmv(rows, _):
    row = torch.arange(0, 16 * rows + 1, 16, dtype=torch.int32, device=gpu)
    col = torch.randint(0, rows, (16 * rows,), dtype=torch.int32, device=gpu)
    m = torch.sparse_csr_tensor(row, col, floats(16 * rows), (rows, rows))
    x = floats(rows)
    return lambda: m @ x


def sort(n, _):
    x = words(n)
    return lambda: torch.sort(x)


def matmul(n, _):
    a, b, c = floats(n, n), floats(n, n), floats(n, n)
    return lambda: torch.matmul(a, b, out=c)


def milliseconds(run):
    times = []
    for i in range(ROUNDS + WARM):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        run()
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end))
    return sorted(times[WARM:])[ROUNDS // 2]


kernels = dict(copy=copy, triad=triad, saxpy=saxpy, reduction=reduction, scan=scan)
kernels.update(histogram=histogram, transpose=transpose, stencil=stencil, spmv=spmv)
kernels.update(sort=sort, matmul=matmul)
for line in sys.stdin:
    name, first, second = line.split()
    try:
        print(milliseconds(kernels[name](int(first), int(second))), flush=True)
    except (KeyError, RuntimeError):
        print("-", flush=True)
    torch.cuda.empty_cache()
