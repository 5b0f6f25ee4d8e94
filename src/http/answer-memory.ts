/**
 * Memory for long answers, used again and again. Fresh memory costs more than writing an answer of some megabytes into
 * it: the system clears every page on its first touch, and the collector is hurried by what it counts outside its heap.
 */
import type { ServerResponse } from "node:http"

/** Gives memory for so many bytes. It may hold bytes of an earlier answer, so the caller writes every byte. */
export type TakeMemory = (bytes: number) => Buffer

/** Memory for shorter answers is not kept. */
const shortestBytes = 16_384
const mostKeptBytes = 32 * 1_048_576

/** Memory that no answer uses now, last used at the end. Its sizes are powers of two. */
const kept: Buffer[] = []
let keptBytes = 0

/** Lends memory until the answer is closed: its last byte has then been handed to the system, or its connection is gone. */
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
