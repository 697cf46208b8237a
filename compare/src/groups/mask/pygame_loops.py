"""pygame-ce's masks on the benchmark's work: a line in, a line out.

`load SIDE`, then two lines of pixels as 0 and 1, row after row, and one of offsets; answered with `ok`.
`overlap` or `overlap_area`: one call for every offset; answered with nanoseconds and the sum of the answers. The time is
that of the loop, less that of the same loop over an offset at which the rectangles do not overlap.
"""

import sys
import time

import pygame
import pygame.mask

OUTSIDE = 1_000_000


def mask_of(side, pixels):
    mask = pygame.mask.Mask((side, side))
    for index, pixel in enumerate(pixels):
        if pixel == "1":
            mask.set_at((index % side, index // side))
    return mask


def loop(ask, other, offsets):
    start = time.thread_time_ns()
    for offset in offsets:
        ask(other, offset)
    return time.thread_time_ns() - start


def main():
    print(pygame.version.ver, flush=True)
    first = second = None
    offsets = outside = []
    sums = {}
    for line in sys.stdin:
        words = line.split()
        if words[0] == "load":
            side = int(words[1])
            first, second = (mask_of(side, sys.stdin.readline().strip()) for _ in range(2))
            numbers = [int(number) for number in sys.stdin.readline().split()]
            offsets = list(zip(numbers[::2], numbers[1::2]))
            outside = [(OUTSIDE, OUTSIDE)] * len(offsets)
            sums = {
                "overlap": sum(first.overlap(second, offset) is not None for offset in offsets),
                "overlap_area": sum(first.overlap_area(second, offset) for offset in offsets),
            }
            print("ok", flush=True)
        else:
            ask = getattr(first, words[0])
            spent = loop(ask, second, offsets) - loop(ask, second, outside)
            print(max(spent, 1), sums[words[0]], flush=True)


main()
