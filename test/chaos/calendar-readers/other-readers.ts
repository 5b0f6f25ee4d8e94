/** Another reader's program: it gets a path in each line and answers each by a line of JSON. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { range } from "./compare.ts"

export type Answer = { path: string } & ({ spans: [number, number][] } | { refused: string })
export type Answers = ReadonlyMap<string, Answer>

/** A program that ends too early is an error: what it did not say is no agreement. */
export async function askReader(
  program: string,
  words: readonly string[],
  paths: readonly string[],
): Promise<Answers> {
  const child = spawn(program, words, {
    stdio: ["pipe", "pipe", "ignore"],
    // The zone of floating times and whole days.
    env: { ...process.env, TZ: range.zone },
  })
  child.stdin.end(paths.map((path) => `${path}\n`).join(""))
  const answers = new Map<string, Answer>()
  for await (const line of createInterface({ input: child.stdout })) {
    // node-ical warns on the same stream.
    if (!line.startsWith("{")) continue
    const answer = JSON.parse(line) as Answer
    answers.set(answer.path, answer)
  }
  if (child.exitCode === null) await once(child, "close")
  if (answers.size !== new Set(paths).size)
    throw new Error(`${program} answered for ${answers.size} of ${paths.length} files`)
  return answers
}
