import type pg from "pg"

/**
 * Lends `work` a connection of the pool. One that breaks, or that `work` calls broken, is not lent again; while it is lent
 * somebody listens to its end, which what was asked of it meets by itself.
 */
export async function borrowClient<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, callBroken: (error: Error) => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const callBroken = (error: Error) => {
    broken = error
  }
  client.on("error", callBroken)
  try {
    return await work(client, callBroken)
  } finally {
    client.off("error", callBroken)
    client.release(broken)
  }
}
