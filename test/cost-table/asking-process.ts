/** A process of its own that asks, so that what it takes to read an answer is not measured with it. */

export interface Question {
  url: string
  method: string
  key: string
  body: string | null
}

export interface Told {
  status: number
  bytes: number
}

process.on("message", async ({ url, method, key, body }: Question) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const answer = await fetch(url, { method, body, headers })
  const { byteLength } = await answer.arrayBuffer()
  process.send!({ status: answer.status, bytes: byteLength } satisfies Told)
})
