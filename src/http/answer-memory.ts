/**
 * Memory for long answers, used again and again. Fresh memory costs more than writing an answer of some megabytes into
 * it: the system clears every page on its first touch, and the collector is hurried by what it counts outside its heap.
 */
import type { ServerResponse } from "node:http"

/** Gives memory for so many bytes. What stands in it is another answer's: every byte has to be written. */
export type TakeMemory = (bytes: number) => Buffer

/** What is shorter is not worth keeping. */
const shortestBytes = 16_384
const mostKeptBytes = 32 * 1_048_576

/** Nobody's at this moment, the one that was used last at the end; sizes are powers of two. */
const kept: Buffer[] = []
let keptBytes = 0

/** Lends memory until the answer is closed: then its last byte is with the system, or its connection is gone. */
export function lendTo(answer: ServerResponse): TakeMemory {
  return (bytes) => {
    if (bytes < shortestBytes) return Buffer.allocUnsafe(bytes)
    const memory = takeKept(2 ** Math.ceil(Math.log2(bytes)))
    answer.once("close", () => keep(memory))
    return memory.subarray(0, bytes)
  }
}

function takeKept(size: number): Buffer {
  const at = kept.findLastIndex(({ length }) => length === size)
  if (at < 0) return Buffer.allocUnsafeSlow(size)
  keptBytes -= size
  return kept.splice(at, 1)[0]!
}

function keep(memory: Buffer): void {
  kept.push(memory)
  keptBytes += memory.length
  while (keptBytes > mostKeptBytes) keptBytes -= kept.shift()!.length
}
