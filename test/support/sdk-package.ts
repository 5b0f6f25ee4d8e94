/** The package `@appointed/sdk` as it is published: compiled and packed. */
import { execFile } from "node:child_process"
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { root } from "./source-files.ts"

const run = promisify(execFile)

export const compiler = join(root, "node_modules", "typescript", "bin", "tsc")

export interface SdkPackage {
  directory: string
  /** The id of its entry. */
  entry: string
  remove(): void
}

export async function buildSdk(): Promise<SdkPackage> {
  const directory = mkdtempSync(join(tmpdir(), "sdk-"))
  const outDir = join(directory, "dist")
  await run(process.execPath, [join(root, "bin", "build-sdk.js"), outDir])
  return {
    directory,
    entry: join(outDir, "index.js"),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** The files of a clone that packing needs. */
const packedFrom = ["bin", "sdk", "package.json", "package-lock.json", ".npmrc"]
const quietly = ["--offline", "--no-audit", "--no-fund", "--ignore-scripts"]

/** The tarball, packed by `npm pack ./sdk` in a copy of this checkout that has built nothing, into `directory`. */
export async function packSdk(directory: string): Promise<string> {
  const checkout = mkdtempSync(join(tmpdir(), "checkout-"))
  const unbuilt = join(root, "sdk", "dist")
  try {
    for (const path of packedFrom)
      cpSync(join(root, path), join(checkout, path), { recursive: true, filter: (from) => from !== unbuilt })
    symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"))
    const args = ["pack", "./sdk", "--json", "--pack-destination", directory]
    const { stdout } = await run("npm", args, { cwd: checkout })
    const [{ filename }] = JSON.parse(stdout)
    return join(directory, filename)
  } finally {
    rmSync(checkout, { recursive: true, force: true })
  }
}

/** A new project in `directory` that has installed the tarball, and nothing else. */
export async function installTarball(directory: string, tarball: string): Promise<void> {
  writeFileSync(join(directory, "package.json"), JSON.stringify({ name: "shop", private: true }))
  await run("npm", ["install", tarball, ...quietly], { cwd: directory })
}

/** The result of `test/sdk/story.js` in every runtime. */
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
