/** The package `@appointed/sdk` as it is published: compiled and packed. */
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { root } from "./source-files.ts"

const run = promisify(execFile)

export const compiler = join(root, "node_modules", "typescript", "bin", "tsc")

export interface SdkPackage {
  directory: string
  /** Of its entry. */
  entry: string
  remove(): void
}

export async function buildSdk(): Promise<SdkPackage> {
  const directory = mkdtempSync(join(tmpdir(), "sdk-"))
  const outDir = join(directory, "dist")
  await run(process.execPath, [compiler, "-p", join(root, "sdk"), "--outDir", outDir])
  return {
    directory,
    entry: join(outDir, "index.js"),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** What every runtime makes of `test/sdk/story.js`. */
export const storyOutcome = {
  dates: { start_date: "2027-03-02", end_date: "2027-03-05" },
  days: [
    ["2027-03-03", 5],
    ["2027-03-04", 5],
    ["2027-03-05", 5],
  ],
  firstTime: "Wednesday, March 3 at 4:00 AM",
  isEventOfBooking: true,
  isVerified: true,
  refusal: [true, 3],
  customers: ["Sam Poe"],
}
