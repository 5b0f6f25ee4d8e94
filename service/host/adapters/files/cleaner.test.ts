/** FX-14: photos are written anew in processes, of which one company never has all. */
import { type ChildProcess, fork } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { createFileCleaner } from "./cleaner.ts"

let folder: string
let started: ChildProcess[] = []
/** Answers its input, but for a file that is held until the process is released. */
const played = `
  let held = null
  process.on("message", (path) => {
    const clean = (each) => process.send({ path: each, mediaType: "image/jpeg", bytes: 1 })
    if (path === "release") return held && clean(held)
    if (path.startsWith("held")) held = path
    else if (path === "breaks") process.exit(1)
    else clean(path)
  })`
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "appointed-cleaner-"))
  writeFileSync(join(folder, "played.mjs"), played)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function startPlayed() {
  started = []
  const startProcess = () => {
    const child = fork(join(folder, "played.mjs"), { env: {}, stdio: ["ignore", "ignore", "ignore", "ipc"] })
    started.push(child)
    return child
  }
  return createFileCleaner({ startProcess, deadlineMs: 60_000 })
}

it("FX-14 eight photos of one company take one process, and the next company's go by the other", async () => {
  const cleaner = startPlayed()
  try {
    const alphas = Array.from({ length: 8 }, (_, n) => cleaner.clean(n === 0 ? "held" : `alpha${n}`, 1))
    expect(started).toHaveLength(1)
    expect(await cleaner.clean("beta", 2)).toMatchObject({ path: "beta" })
    expect(await cleaner.clean("gamma", 3)).toMatchObject({ path: "gamma" })
    expect(started).toHaveLength(2)
    started[0]!.send("release")
    expect((await Promise.all(alphas)).map((file) => file?.path)).toEqual([
      "held",
      ...Array.from({ length: 7 }, (_, n) => `alpha${n + 1}`),
    ])
  } finally {
    cleaner.close()
  }
})

it("FX-14 one company has forty places in the line, and a file that breaks its process costs itself alone", async () => {
  const cleaner = startPlayed()
  try {
    const taken = Array.from({ length: 45 }, (_, n) =>
      cleaner.clean(n === 0 ? "breaks" : `alpha${n}`, 1).then(
        (file) => file?.path ?? null,
        (refusal) => refusal.code as string,
      ),
    )
    expect(await cleaner.clean("beta", 2)).toMatchObject({ path: "beta" })
    const outcomes = await Promise.all(taken)
    expect(outcomes.slice(0, 2)).toEqual([null, "alpha1"])
    expect(outcomes.filter((each) => each === "busy")).toHaveLength(4)
  } finally {
    cleaner.close()
  }
})
