/**
 * A disk of its own fills up under the embedded PostgreSQL while customers are added, and gets room again. Every answer has
 * to be a 201 or a 503, `/readyz` has to tell, and all that was answered has to be there afterwards. Needs root, to mount
 * the disk.
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { createCompany, startServiceProcess } from "../kills/service-process.ts"
import { openTally } from "../races/tally.ts"
import type { Outcome } from "./trial.ts"

export const name = "full-disk"
export const onlyFull = true

const diskMb = 260
const rounds = 3
const tries = 4_000
const recoveryMs = 60_000

export async function run(): Promise<Outcome[]> {
  const tally = openTally(name)
  const disk = mkdtempSync(join(tmpdir(), "full-disk-"))
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskMb}m,mode=755`, "tmpfs", disk])
  const counts = { saved: 0, refused: 0 }
  try {
    const service = await startServiceProcess(disk, 0)
    const key = await createCompany(disk)
    const saved: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      const filler = join(disk, "filler")
      const free = statfsSync(disk)
      // Some room is left, so that the disk is full in the middle of the work.
      writeFileSync(filler, Buffer.alloc(Math.max(0, free.bavail * free.bsize - 3_000_000)))
      const statuses = await addCustomers(service.baseUrl, key, round, saved)
      counts.refused += statuses.filter((status) => status === 503).length
      const others = statuses.filter((status) => status !== 201 && status !== 503)
      tally.check(others.length === 0, () => `statuses ${[...new Set(others)].join(", ")}`)
      tally.check(statuses.includes(503), () => "the disk never got full")
      const unready = await fetch(`${service.baseUrl}/readyz`)
      tally.check(unready.status === 503, () => `/readyz said ${unready.status} on a full disk`)
      rmSync(filler)
      tally.check(await comesBack(service.baseUrl), () => `not ready ${recoveryMs} ms after it got room`)
      const again = await addCustomers(service.baseUrl, key, round + 100, saved, 20)
      tally.check(
        again.every((status) => status === 201),
        () => `with room again: ${[...new Set(again)].join(", ")}`,
      )
    }
    for (const ref of saved) {
      const found = await call(service.baseUrl, key, "GET", `/customers?external_ref=${ref}`)
      const isThere = found.status === 200 && ((await found.json()) as { data: unknown[] }).data.length === 1
      tally.check(isThere, () => `${ref} was answered 201 and is not there`)
    }
    counts.saved = saved.length
    await service.stop()
  } finally {
    execFileSync("umount", ["--lazy", disk])
    rmSync(disk, { recursive: true, force: true })
  }
  return [tally.outcome(`${counts.saved} saved, ${counts.refused} refused`)]
}

function call(baseUrl: string, key: string, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** Adds customers until several were refused; what was answered 201 is noted. */
async function addCustomers(
  baseUrl: string,
  key: string,
  round: number,
  saved: string[],
  most = tries,
): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < most && statuses.filter((status) => status === 503).length < 20; n += 1) {
    const external_ref = `r${round}-${n}`
    const body = { name: "Ada Lane", external_ref, address: bulk }
    const { status } = await call(baseUrl, key, "POST", "/customers", body)
    if (status === 201) saved.push(external_ref)
    statuses.push(status)
  }
  return statuses
}

const bulk = {
  line1: "x".repeat(190),
  city: "y".repeat(110),
  state: "TX",
  postal_code: "78701",
  country: "US",
}

async function comesBack(baseUrl: string): Promise<boolean> {
  const until = performance.now() + recoveryMs
  while (performance.now() < until) {
    const answer = await fetch(`${baseUrl}/readyz`)
    if (answer.status === 200) return true
    await sleep(200)
  }
  return false
}
