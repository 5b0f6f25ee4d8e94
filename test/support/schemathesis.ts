/** Schemathesis, which reads an OpenAPI document and sends what the document allows and what it does not. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ended } from "./ended.ts"
import { pythonEnvironment } from "./python-tools.ts"

const version = "4.32.5"

/** The program's words when it finds a difference, and its count of cases. */
export interface Finding {
  tried: number
  differences: string[]
}

/** The program of `SCHEMATHESIS`, or one in an environment of its own, made of the pinned version at the first run. */
export async function findSchemathesis(): Promise<string> {
  if (process.env.SCHEMATHESIS) return process.env.SCHEMATHESIS
  const folder = await pythonEnvironment(
    `schemathesis-${version}`,
    [`schemathesis==${version}`],
    "schemathesis",
  )
  return join(folder, "schemathesis")
}

export interface Asked {
  url: string
  token: string
  /** More checks to leave out. */
  notAsked: readonly string[]
  /** More words for the program. */
  words: readonly string[]
}

/**
 * Not asked: whether all that the document allows is taken. A schema cannot say which zones there are, which cursor was
 * given, or which of two fields excludes the other.
 */
const notAsked = ["positive_data_acceptance"]

/** Sends what the document leads to. Few examples of each operation, since the program covers the edges of each field by itself. */
export async function difference(program: string, document: string, asked: Asked): Promise<Finding> {
  const folder = mkdtempSync(join(tmpdir(), "schemathesis-"))
  try {
    const said = await ended(
      program,
      [
        ...["run", document, "--url", asked.url, "--header", `Authorization: Bearer ${asked.token}`],
        ...["--phases", "examples,coverage,fuzzing", "--max-examples", "5", "--seed", "1"],
        ...["--exclude-checks", [...notAsked, ...asked.notAsked].join(",")],
        ...["--no-color", "--no-shrink", "--continue-on-failure", "--generation-database", "none"],
        ...asked.words,
      ],
      { folder, allowed: [0, 1] },
    )
    return readFinding(said)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Each difference stands under the operation's line, with a hyphen and a code before it. */
function readFinding(said: string): Finding {
  const tried = Number(/^ +(\d+) generated/m.exec(said)?.[1] ?? 0)
  if (tried === 0) throw new Error(`Schemathesis tried nothing: ${said.slice(-2_000)}`)
  let operation = ""
  const differences: string[] = []
  for (const line of said.split("\n")) {
    operation = /^_+ (\S.*\S) _+$/.exec(line)?.[1] ?? operation
    if (/^- ST\d+ /.test(line)) differences.push(`${operation}: ${line.slice(2)}`)
  }
  return { tried, differences }
}
