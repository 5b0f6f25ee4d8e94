import { Socket } from "node:net"

/**
 * A socket that sends together what is written to it in one turn of the event loop: statements asked for side by side on
 * one connection. Sent one by one, each would cost a call of the system here and wake the database there.
 */
export class GatheringSocket extends Socket {
  #isGathering = false

  /** The driver corks the socket for each statement; from the first one on it stays corked for this turn. */
  override cork(): void {
    if (!this.#isGathering) this.#gather()
    super.cork()
  }

  #gather(): void {
    this.#isGathering = true
    super.cork()
    // Comes after the promises that are settled by now, and after all that they ask for.
    process.nextTick(() => {
      this.#isGathering = false
      this.uncork()
    })
  }
}
