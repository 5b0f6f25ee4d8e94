/** A geocoder's host as it is documented to answer, on this machine. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface LocalGeocoder {
  baseUrl: string
  /** The questions so far, newest last. */
  asked: { path: string; query: Record<string, string>; userAgent: string | undefined }[]
  /** Sets its answer from now on. */
  answers(status: number, body: unknown, headers?: Record<string, string>): void
  /** Leaves every question open from now on, as it does at first. */
  hangs(): void
  stop(): Promise<void>
}

export async function startLocalGeocoder(): Promise<LocalGeocoder> {
  const asked: LocalGeocoder["asked"] = []
  let next: { status: number; body: string; headers: Record<string, string> } | null = null
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, "http://localhost")
    const userAgent = request.headers["user-agent"]
    asked.push({ path: pathname, query: Object.fromEntries(searchParams), userAgent })
    if (next) response.writeHead(next.status, next.headers).end(next.body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answers(status, body, headers = {}) {
      const text = typeof body === "string" ? body : JSON.stringify(body)
      next = { status, body: text, headers: { "content-type": "application/json", ...headers } }
    },
    hangs() {
      next = null
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const oak = {
  ...{ line1: "2 Oak Ave", line2: "Apt 4", city: "Austin", state: "TX" },
  ...{ postal_code: "78702", country: "US" },
}
