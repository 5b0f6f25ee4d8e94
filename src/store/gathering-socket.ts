import { Socket } from "node:net"

type Written = (error?: Error | null) => void

/**
 * A socket that sends together what is written to it in one turn of the event loop. The statements of a transaction are
 * asked for in runs; sent one by one, each would cost a call of the system here and wake the database there.
 */
export class GatheringSocket extends Socket {
  #isGathering = false

  override write(data: Uint8Array | string, encoding?: BufferEncoding | Written, written?: Written): boolean {
    if (!this.#isGathering) this.#gather()
    return super.write(data, encoding as BufferEncoding, written)
  }

  #gather(): void {
    this.#isGathering = true
    this.cork()
    // Comes after the promises that are settled by now, and after all that they ask for.
    process.nextTick(() => {
      this.#isGathering = false
      this.uncork()
    })
  }
}
