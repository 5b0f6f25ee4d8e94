/** How a process drains: in which order its servers and its work end, and how long each may take. */
import { setTimeout as pause } from "node:timers/promises"
import type { FastifyInstance } from "fastify"
import type { Log } from "../platform/ports.ts"
import type { Config } from "./config/config-shape.ts"

/**
 * The servers still answer for a while, in which a load balancer sees that this process is going. Then they take no more, what
 * is in hand is finished, `alsoInHand` too, and what takes longer than the settings allow is cut off. Once `atOnce` is aborted nothing is waited for any more.
 */
export async function drain(
  servers: readonly FastifyInstance[],
  alsoInHand: () => readonly (Promise<unknown> | undefined)[],
  { shutdownDrainMs, shutdownGraceMs }: Pick<Config, "shutdownDrainMs" | "shutdownGraceMs">,
  log: Log,
  atOnce: AbortSignal = new AbortController().signal,
): Promise<void> {
  if (servers.length > 0 && shutdownDrainMs > 0) await pauseUnless(atOnce, shutdownDrainMs)
  const ends = [...servers.map((server) => server.close()), ...alsoInHand()]
  if (await isDoneWithin(shutdownGraceMs, Promise.allSettled(ends), atOnce)) return
  log.warn({ job: "stop" }, "what was in hand is cut off")
  for (const { server } of servers) server.closeAllConnections()
}

const pauseUnless = (signal: AbortSignal, ms: number) => pause(ms, undefined, { signal }).catch(() => {})

async function isDoneWithin(ms: number, work: Promise<unknown>, atOnce: AbortSignal): Promise<boolean> {
  const patience = new AbortController()
  const late = pauseUnless(AbortSignal.any([patience.signal, atOnce]), ms).then(() => false)
  const isDone = await Promise.race([work.then(() => true), late])
  patience.abort()
  return isDone
}
