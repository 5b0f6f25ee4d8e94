/** One run of Lighthouse, in a process of its own with a browser of its own. */
import { execFile } from "node:child_process"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { pathInTrials } from "../../bin/trials.js"
import { chromiumPath } from "../chromium.ts"

const run = promisify(execFile)
const cliPath = () => join(dirname(pathInTrials("lighthouse/package.json")), "cli/index.js")

export interface Judgement {
  version: string
  /** The score, out of 100. */
  performance: number
  accessibility: number
  lcpSeconds: number
  cls: number
}

/** The part of Lighthouse's report that is read here. */
interface Report {
  lighthouseVersion: string
  categories: Record<"performance" | "accessibility", { score: number | null }>
  audits: Record<"largest-contentful-paint" | "cumulative-layout-shift", { numericValue?: number }>
  runtimeError?: { message: string }
}

/** Its mobile defaults: a mid-range phone's screen, a slow fourth-generation network and a quarter of the processor. */
export async function judge(url: string): Promise<Judgement> {
  const sandbox = process.getuid?.() === 0 ? " --no-sandbox" : ""
  const args = [
    ...[url, "--quiet", "--output=json", "--only-categories=performance,accessibility"],
    ...["--no-enable-error-reporting", `--chrome-flags=--headless=new${sandbox}`],
  ]
  const env = { ...process.env, CHROME_PATH: chromiumPath() }
  const { stdout } = await run(process.execPath, [cliPath(), ...args], { env, maxBuffer: 64 * 1_048_576 })
  return read(JSON.parse(stdout) as Report)
}

function read({ lighthouseVersion, categories, audits, runtimeError }: Report): Judgement {
  const { performance, accessibility } = categories
  const lcp = audits["largest-contentful-paint"].numericValue
  const cls = audits["cumulative-layout-shift"].numericValue
  if (performance.score === null || accessibility.score === null || lcp === undefined || cls === undefined)
    throw new Error(`Lighthouse could not judge the page: ${runtimeError?.message ?? "a score is missing"}`)
  return {
    version: lighthouseVersion,
    performance: Math.round(performance.score * 100),
    accessibility: Math.round(accessibility.score * 100),
    lcpSeconds: lcp / 1_000,
    cls,
  }
}
