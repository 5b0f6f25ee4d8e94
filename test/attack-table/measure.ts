/** How long another company's everyday takes beside an attack, and beside its control. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Crowd } from "./clients-process.ts"
import type { Row } from "./rows.ts"
import type { Scene } from "./scene.ts"
import type { Everyday, Measured } from "./victim-process.ts"

export interface Beside extends Measured {
  /** Requests of the attack. */
  sent: number
  /** The most by which the service's memory grew meanwhile. */
  grownMb: number
}

/** The attack is under way before the first request is measured. */
const headStartMs = 1_000
const restMs = 2_000

/** The neighbour's everyday by itself, so that the first attack does not meet a process that has never worked. */
export const warmUp = (scene: Scene, count: number, everyMs: number): Promise<Measured> =>
  measure({ ...scene.neighbour, count, everyMs })

export async function besideAttack(scene: Scene, row: Row, count: number, everyMs: number): Promise<Beside> {
  return beside(row.crowds(scene), { ...scene.neighbour, count, everyMs }, scene.pid)
}

/** The same clients send the same bytes to a server that answers 204. */
export async function besideControl(scene: Scene, row: Row, count: number, everyMs: number): Promise<Beside> {
  const crowds = row.crowds(scene).map((crowd) => ({ ...crowd, port: scene.sinkPort }))
  return beside(crowds, { ...scene.neighbour, count, everyMs }, scene.pid)
}

async function beside(crowds: Crowd[], everyday: Everyday, pid: number): Promise<Beside> {
  const memory = watchMemory(pid)
  const clients = fork(join(import.meta.dirname, "clients-process.ts"), { execArgv: [] })
  clients.send(crowds)
  await sleep(headStartMs)
  const measured = await measure(everyday)
  const told = once(clients, "message")
  clients.send("stop")
  const [{ sent }] = await told
  await sleep(restMs)
  return { ...measured, sent, grownMb: memory.stop() }
}

/** The memory of a process where the machine reports it; 0 elsewhere. */
function residentMb(pid: number): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!
    return Number(kilobytes) / 1_024
  } catch {
    return 0
  }
}

function watchMemory(pid: number): { stop(): number } {
  const before = residentMb(pid)
  let most = before
  const look = () => {
    most = Math.max(most, residentMb(pid))
  }
  const timer = setInterval(look, 100)
  return {
    stop() {
      clearInterval(timer)
      look()
      return most - before
    },
  }
}

async function measure(everyday: Everyday): Promise<Measured> {
  const neighbour = fork(join(import.meta.dirname, "victim-process.ts"), { execArgv: [] })
  const answered = once(neighbour, "message")
  neighbour.send(everyday)
  const [measured] = await answered
  neighbour.kill()
  return measured
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
}
