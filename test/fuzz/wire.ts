/** Sends what no well-behaved client would: any bytes, any header, any address. */
import { Agent, request } from "node:http"

export interface Sending {
  method: string
  /** Path and query, sent as they are. */
  path: string
  headers: Record<string, string | string[]>
  body?: string | Uint8Array
}

export interface Received {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

export interface Wire {
  send(sending: Sending): Promise<Received>
  close(): void
}

const answerTimeoutMs = 10_000

export function openWire(baseUrl: string): Wire {
  const { hostname, port } = new URL(baseUrl)
  const agent = new Agent({ keepAlive: true })
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        const sized =
          body === undefined ? headers : { "content-length": `${Buffer.byteLength(body)}`, ...headers }
        const options = { agent, hostname, port, method, path, headers: sized, timeout: answerTimeoutMs }
        const sent = request(options)
        sent.on("response", (answer) => {
          // It has no end of its own.
          if (answer.headers["content-type"]?.startsWith("text/event-stream")) {
            resolve({ status: answer.statusCode!, headers: answer.headers, text: "" })
            return answer.destroy()
          }
          const chunks: Buffer[] = []
          answer.on("data", (chunk: Buffer) => chunks.push(chunk))
          answer.on("end", () =>
            resolve({
              status: answer.statusCode!,
              headers: answer.headers,
              text: Buffer.concat(chunks).toString("utf8"),
            }),
          )
          answer.on("error", reject)
        })
        sent.on("timeout", () => sent.destroy(new Error("No answer came in time")))
        sent.on("error", reject)
        sent.end(body)
      }),
    close: () => agent.destroy(),
  }
}
