/** Lends a pool's connections by shares, and follows what is sent over them. */
import type pg from "pg"
import { sendHint } from "./hints.ts"
import { type Holder, Shares, shareLimits } from "./shares.ts"
import type { Line } from "./transaction.ts"
import type { About, DatabaseWatch } from "./watch.ts"

export interface OpenLine extends Line {
  /** How many wait for their share. */
  waiting(): number
  close(): void
}

export function openLine(pool: pg.Pool, watch: DatabaseWatch | null): OpenLine {
  const { max = 10, connectionTimeoutMillis = 5_000 } = pool.options
  const shares = new Shares(shareLimits(max))
  watch?.join(shares)
  const held = new WeakMap<pg.PoolClient, Holder>()

  const holderOf = ({ companyId, writes }: About): Holder => {
    const id = typeof companyId === "number" ? companyId : null
    return { companyId: id, machine: watch?.machineOf(id) ?? null, writes }
  }

  return {
    async borrow(about) {
      const holder = holderOf(about)
      watch?.refuse(holder)
      if (!shares.take(holder)) await shares.wait(holder, connectionTimeoutMillis, tooLate)
      try {
        const client = await pool.connect()
        held.set(client, holder)
        return client
      } catch (error) {
        shares.give(holder)
        throw error
      }
    },
    giveBack(client, broken) {
      client.release(broken)
      // The holder as it counted when the connection was taken: a company may have moved since.
      const holder = held.get(client)
      held.delete(client)
      if (holder) shares.give(holder)
    },
    follow: (client, about, send) => (watch ? watch.follow(client, about, send) : send()),
    hint: (hint) => sendHint(pool, hint),
    waiting: () => shares.waiting,
    close: () => watch?.leave(shares),
  }
}

/** As the pool itself says it. */
const tooLate = () => new Error("timeout exceeded when trying to connect")
