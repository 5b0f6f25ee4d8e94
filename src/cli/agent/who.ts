/** Who plays: with which key, against which service, called by whom. */
import { readFile } from "node:fs/promises"
import { needed, UsageError } from "../command.ts"

export interface Connection {
  apiUrl: string
  key: string
  /** Null for a caller who hides their number. */
  from: string | null
  to: string
  isText: boolean
}

interface Options {
  "key-file"?: string | undefined
  key?: string | undefined
  url: string
  from?: string | undefined
  to?: string | undefined
  text: boolean
}

/** Without `--to`, the company's first number of the kind; without `--from`, the demo's customer when its file is used. */
export async function connectionOf(options: Options): Promise<Connection> {
  const { key, callerPhone } = await keyOf(options)
  const apiUrl = `${options.url.replace(/\/+$/, "")}/api/v1`
  const to = options.to ?? (await firstNumber(apiUrl, key, options.text ? "sms" : "voice"))
  return { apiUrl, key, from: options.from ?? callerPhone, to, isText: options.text }
}

/** A file holds the key alone, or is a `demo.json`. */
async function keyOf(options: Options): Promise<{ key: string; callerPhone: string | null }> {
  if (options.key !== undefined) return { key: options.key, callerPhone: null }
  const file = needed(options["key-file"], "key or --key-file")
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError(`--key-file: ${file} can't be read`)
  })
  if (!text.trimStart().startsWith("{")) return { key: text.trim(), callerPhone: null }
  const { key, callerPhone } = demoOf(text)
  if (!key) throw new UsageError(`--key-file: ${file} holds neither a key alone nor a demo.json`)
  return { key, callerPhone }
}

function demoOf(text: string): { key: string | null; callerPhone: string | null } {
  try {
    const { api_key: key = null, caller_phone: callerPhone = null } = JSON.parse(text)
    return { key, callerPhone }
  } catch {
    return { key: null, callerPhone: null }
  }
}

async function firstNumber(apiUrl: string, key: string, kind: "voice" | "sms"): Promise<string> {
  const { status, body } = await send(`${apiUrl}/channels`, { headers: { authorization: `Bearer ${key}` } })
  const channels = status === 200 ? (body.data as { kind: string; phone: string }[]) : []
  const channel = channels.find((each) => each.kind === kind)
  if (!channel)
    throw new UsageError(`--to is needed: no ${kind} channel of the company was found with this key`)
  return channel.phone
}

export interface Answered {
  status: number
  body: Record<string, unknown>
}

/** Throws a UsageError when nothing answers there, or something else than the service. */
export async function send(url: string, init: RequestInit): Promise<Answered> {
  try {
    const answer = await fetch(url, init)
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  } catch {
    throw new UsageError(
      `The service does not answer at ${new URL(url).origin}. Is it running there? See --url`,
    )
  }
}
