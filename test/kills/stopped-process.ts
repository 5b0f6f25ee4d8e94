/** The service as a process of its own that is stopped at some moment after its start. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../support/free-port.ts"
import { plainEnv } from "./service-process.ts"
import { stall } from "./stalled-clients.ts"

export interface Stopping {
  /** The parts that run in it. */
  parts: "all" | "api" | "book" | "worker"
  /** When the signal is sent: so long after the start, or so long after it is ready. */
  moment: { sinceStartMs: number } | { sinceReadyMs: number }
  settings: Record<string, string>
}

export interface Stopped {
  /** From the signal to the end of the process. */
  tookMs: number
  /** 0 in good order; null where it ended by the signal, before it listened to any. */
  code: number | null
  /** Clients that held its connections. */
  stalled: number
  /** The lines that it wrote to standard error. */
  complaints: string
}

const program = join(import.meta.dirname, "../../service/host/main.ts")
/** A process that takes longer is killed. */
const mostPatienceMs = 60_000

/** Starts it, lets stalled clients in as soon as it listens, and sends SIGTERM at the moment. */
export async function stopAt({ parts, moment, settings }: Stopping): Promise<Stopped> {
  const [port, bookPort] = [await freePort(), await freePort()]
  const only = parts === "all" ? [] : ["--only", parts]
  const child = spawn(process.execPath, [program, "serve", "--no-demo", ...only], {
    env: {
      ...plainEnv,
      PORT: String(port),
      BOOK_PORT: String(bookPort),
      LOG_LEVEL: "warn",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let complaints = ""
  child.stderr.on("data", (chunk: Buffer) => {
    complaints += String(chunk)
  })
  const ended = once(child, "exit")
  const clients = stall([`http://127.0.0.1:${port}`, `http://127.0.0.1:${bookPort}`])
  try {
    if ("sinceReadyMs" in moment) {
      await Promise.race([once(child.stdout, "data"), ended])
      await sleep(moment.sinceReadyMs)
    } else await sleep(moment.sinceStartMs)
    const signalledAt = performance.now()
    child.kill("SIGTERM")
    const kill = setTimeout(() => child.kill("SIGKILL"), mostPatienceMs)
    const [code] = await ended
    clearTimeout(kill)
    const tookMs = Math.round(performance.now() - signalledAt)
    return { tookMs, code: code as number | null, stalled: clients.count(), complaints }
  } finally {
    clients.letGo()
  }
}
