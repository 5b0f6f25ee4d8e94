/** Files as the settings ask for them. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { msPerDay } from "../../../../domain/time/units.ts"
import type { Files } from "../../../platform/ports/files.ts"
import type { Clock } from "../../../platform/ports.ts"
import { createFileCleaner } from "./cleaner.ts"
import { createDiskStore } from "./disk.ts"
import { createS3Store, type S3Options } from "./s3.ts"

export interface FilesOptions {
  store: { kind: "disk"; directory: string } | ({ kind: "s3" } & S3Options)
  quotaBytes: number
  url: string | null
}

export function createFiles({ store, quotaBytes, url }: FilesOptions, dataDir: string, clock: Clock): Files {
  return {
    store: store.kind === "disk" ? createDiskStore(store.directory) : createS3Store(store),
    cleaner: createFileCleaner(),
    arrivals: makeArrivals(join(dataDir, "arriving"), clock.now()),
    quotaBytes,
    url,
  }
}

/** A folder of this process alone. What a process that was killed left goes a day later. */
function makeArrivals(folder: string, now: number): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const age = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now)
    if (age > msPerDay) rmSync(path, { recursive: true, force: true })
  }
  return mkdtempSync(join(folder, "of-"))
}
