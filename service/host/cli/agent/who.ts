/** The player: its key, the service it calls, and the caller. */
import { UsageError } from "../command.ts"
import { type KeyOptions, keyOf } from "../key-file.ts"

export interface Connection {
  apiUrl: string
  key: string
  /** Null for a caller who hides their number. */
  from: string | null
  to: string
  isText: boolean
}

interface Options extends KeyOptions {
  url: string
  from?: string | undefined
  to?: string | undefined
  text: boolean
}

/** Without `--to`, the company's first number of the kind; without `--from`, the demo's customer when its file is used. */
export async function connectionOf(options: Options): Promise<Connection> {
  const { key, callerPhone } = await keyOf(options)
  const apiUrl = `${options.url.replace(/(?<!\/)\/+$/, "")}/api/v1`
  const to = options.to ?? (await firstNumber(apiUrl, key, options.text ? "sms" : "voice"))
  return { apiUrl, key, from: options.from ?? callerPhone, to, isText: options.text }
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
