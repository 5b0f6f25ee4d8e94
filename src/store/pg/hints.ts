/**
 * Tells workers that something waits for them. A NOTIFY inside a transaction would make commits queue up behind each
 * other, so it goes out after the commit, one at a time, however many ask for it meanwhile. It may get lost:
 * whoever works on a queue also looks by the clock.
 */
import { setTimeout as pause } from "node:timers/promises"

/** Between two of one channel, since each is a transaction as a booking is. Workers look no oftener under load. */
const restMs = 10

export type Channel = "deliveries"

export interface Hints {
  /** Returns at once. */
  raise(channel: Channel): void
}

/** `notify` sends one NOTIFY; it may fail. */
export function createHints(notify: (channel: Channel) => Promise<unknown>): Hints {
  const sending = new Set<Channel>()
  const wanted = new Set<Channel>()

  async function send(channel: Channel): Promise<void> {
    sending.add(channel)
    while (wanted.delete(channel)) {
      await notify(channel).catch(() => undefined)
      await pause(restMs, undefined, { ref: false })
    }
    sending.delete(channel)
  }

  return {
    raise(channel) {
      wanted.add(channel)
      if (!sending.has(channel)) void send(channel)
    },
  }
}
