/**
 * Sends the answer of a search. A long one is made piece by piece as the client takes it, so that it never stands in memory
 * as a whole and no piece holds up other answers.
 */
import { pipeline, Readable } from "node:stream"
import type { FastifyReply, FastifyRequest } from "fastify"
import { inSlices, nextTurn } from "../../platform/slices.ts"
import { spendingOf } from "./budgets.ts"
import { packed, packing } from "./compress.ts"
import type { EncodedSlots } from "./encode-slots.ts"

/** Shorter answers are made at once, which takes less than a millisecond. */
const shortBytes = 524_288

/** The payload for `reply.send`. Sets the headers that say how it is packed. */
export async function slotsPayload(
  encoding: Generator<void, EncodedSlots>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Uint8Array | Readable> {
  const { bytes, pieces } = await inSlices(encoding)
  if (bytes <= shortBytes) return packed(Buffer.concat([...pieces()], bytes), request, reply)
  const stream = Readable.from(counted(pieces(), request), { objectMode: false })
  const packer = packing(request, reply)
  if (packer !== null) return pipeline(stream, packer, () => undefined)
  reply.header("content-length", bytes)
  return stream
}

/** Making a piece is the request's work, and so is packing it, which another thread does. Each waits for its turn among short answers. */
async function* counted(pieces: Iterable<Buffer>, request: FastifyRequest): AsyncIterable<Buffer> {
  const spending = spendingOf(request)
  const each = pieces[Symbol.iterator]()
  for (;;) {
    await nextTurn(spending)
    spending?.work()
    const { done, value } = each.next()
    spending?.rest()
    if (done) return
    yield value
  }
}
