/**
 * A process of its own that is another company's everyday: searches, a board and lists at an even pace, each request from
 * its due moment on measured, so that one that had to wait for the one before is not counted as quick.
 */

import { Agent, request } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"

export interface Everyday {
  url: string
  key: string
  /** The client's address. */
  address: string
  requests: readonly { method: string; path: string; body?: object }[]
  everyMs: number
  count: number
}

export interface Measured {
  milliseconds: number[]
  /** Statuses other than 2xx, and errors, in words. */
  refused: string[]
}

const connections = 4
const agent = new Agent({ keepAlive: true, maxSockets: connections })

process.on("message", async (everyday: Everyday) => {
  const measured: Measured = { milliseconds: [], refused: [] }
  const begun = performance.now() + everyday.everyMs
  const under: Promise<void>[] = []
  for (let index = 0; index < everyday.count; index += 1) {
    const dueAt = begun + index * everyday.everyMs
    const wait = dueAt - performance.now()
    if (wait > 0) await sleep(wait)
    under.push(askOnce(everyday, index, dueAt, measured))
  }
  await Promise.all(under)
  process.send!(measured)
})

function askOnce(everyday: Everyday, index: number, dueAt: number, measured: Measured): Promise<void> {
  const { method, path, body } = everyday.requests[index % everyday.requests.length]!
  return new Promise((resolve) => {
    const sending = request(
      everyday.url + path,
      {
        method,
        agent,
        headers: {
          authorization: `Bearer ${everyday.key}`,
          "content-type": "application/json",
          "x-forwarded-for": everyday.address,
        },
      },
      (answer) => {
        answer.resume().on("end", () => {
          measured.milliseconds.push(performance.now() - dueAt)
          const status = answer.statusCode ?? 0
          if (status >= 300) measured.refused.push(`${method} ${path}: ${status}`)
          resolve()
        })
      },
    )
    sending.on("error", (error) => {
      measured.milliseconds.push(performance.now() - dueAt)
      measured.refused.push(`${method} ${path}: ${error.message}`)
      resolve()
    })
    sending.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
