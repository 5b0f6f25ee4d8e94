/** Another program, run to its end. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"

export interface Running {
  folder?: string
  allowed?: readonly number[]
  env?: Readonly<Record<string, string>>
  /** The answer holds what was written to the stream of errors too. */
  withComplaints?: boolean
}

/** Runs it to its end; returns what it wrote. Throws for a status that is not among `allowed`. */
export async function ended(
  program: string,
  words: readonly string[],
  { folder, allowed = [0], env = {}, withComplaints = false }: Running = {},
): Promise<string> {
  const child = spawn(program, words, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
    ...(folder ? { cwd: folder } : {}),
  })
  const [said, complained, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ])
  if (allowed.includes(status)) return withComplaints ? said + complained : said
  throw new Error(`${program} ended with ${status}: ${complained.slice(-2_000) || said.slice(-2_000)}`)
}
