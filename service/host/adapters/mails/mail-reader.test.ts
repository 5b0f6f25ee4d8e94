/** FX-14: foreign mails are read on threads, each with its deadline, in the turns of their senders. */
import { Worker } from "node:worker_threads"
import { expect, it } from "vitest"
import { createMailReader } from "./mail-reader.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)
const letter = (from: string, more = "") =>
  `From: ${from}\r\nIn-Reply-To: <m.1.2.${"a".repeat(22)}@mail.example>\r\n${more}\r\nC\r\n`
const answerOf = (from: string) => ({ kind: "coming", from, marks: [`m.1.2.${"a".repeat(22)}`] })
const threadModule = new URL("./mail-reader-thread.ts", import.meta.url)

/** Starts true threads, and counts them. */
function counted() {
  const started: Worker[] = []
  const startThread = (workerData: unknown) => {
    const thread = new Worker(threadModule, { env: {}, execArgv: [], workerData })
    started.push(thread)
    return thread
  }
  return { started, startThread }
}

/** Runs code for each mail: `text` is the mail, `say` answers. */
const playedThread = (code: string) =>
  new Worker(
    `const { parentPort } = require("node:worker_threads")
    parentPort.on("message", (mail) => {
      const text = Buffer.from(mail).toString("latin1")
      const say = (answer) => parentPort.postMessage(answer)
      ${code}
    })
    parentPort.postMessage("ready")`,
    { eval: true },
  )

const report = (body: string) => `Content-Type: multipart/report; report-type=delivery-status\r\n\r\n${body}`

it("FX-14 mails made to cost their reader are no answers, and cost it no thread", async () => {
  const { started, startThread } = counted()
  const reader = createMailReader({ startThread, deadlineMs: 60_000 })
  const hostile = [
    report("\n".repeat(1_000_000)),
    `Content-Type: text/plain; format=flowed\r\n\r\n${" >\r\n".repeat(200_000)}`,
    `Content-Type: text/html\r\n\r\n${"<br>\n".repeat(180_000)}`,
    "\r\n".repeat(500_000),
  ]
  expect(await Promise.all(hostile.map((mail) => reader.read(bytesOf(mail))))).toEqual([
    null,
    null,
    null,
    null,
  ])
  // A photo as mail programs attach it stops no letter.
  const attached = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nC\r\n--b\r\nContent-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${"QUJD".repeat(19)}\r\n`.repeat(12_000)}--b--\r\n`
  const withPhoto = letter("sam@customer.example").replace("\r\n\r\nC\r\n", `\r\n${attached}`)
  expect(await reader.read(bytesOf(withPhoto))).toEqual(answerOf("sam@customer.example"))
  expect(started).toHaveLength(1)
})

it("FX-14 a report is found on the thread, and nothing of a mail is looked at behind its first 128 KB", async () => {
  const reader = createMailReader({ deadlineMs: 60_000 })
  const found = `Message-ID: <m.1.2.${"a".repeat(22)}@mail.example>\r\nAction: failed\r\nStatus: 5.1.1\r\n`
  const bounced = { kind: "bounced", mark: `m.1.2.${"a".repeat(22)}`, status: "5.1.1" }
  expect(await reader.read(bytesOf(report(found)))).toEqual(bounced)
  expect(await reader.read(bytesOf(report(`${"x".repeat(140_000)}\r\n${found}`)))).toBeNull()
})

it("FX-14 a small mail waits for no large one, and a mail that takes too long costs itself alone", async () => {
  let threads = 0
  const startThread = () => {
    threads += 1
    return playedThread(
      `if (text.length > 65536 && !text.includes("late")) for (;;);
       say({ kind: "coming", from: "read", marks: [] })`,
    )
  }
  const reader = createMailReader({ startThread, deadlineMs: 400 })
  const large = "x".repeat(70_000)
  const held = reader.read(bytesOf(letter("flood@stranger.example", large)))
  const next = reader.read(bytesOf(letter("late@stranger.example", large)))
  let isHeld = true
  void held.then(() => {
    isHeld = false
  })
  expect(await reader.read(bytesOf(letter("sam@customer.example")))).toMatchObject({ from: "read" })
  expect(isHeld).toBe(true)
  expect([await held, await next]).toMatchObject([null, { from: "read" }])
  expect(threads).toBe(3)
})

it("FX-14 senders take turns: who sends forty mails delays another's by one", async () => {
  const order: string[] = []
  const startThread = () => playedThread(`say({ kind: "coming", from: text.split("\\r\\n")[0], marks: [] })`)
  const reader = createMailReader({ startThread, deadlineMs: 60_000 })
  const read = (from: string) =>
    reader.read(bytesOf(letter(from))).then(
      () => order.push(from),
      (refusal) => refusal.code as string,
    )
  const flood = Array.from({ length: 45 }, () => read("flood@stranger.example"))
  await Promise.all([read("sam@customer.example"), ...flood])
  expect(order.indexOf("sam@customer.example")).toBeLessThanOrEqual(2)
  expect((await Promise.all(flood)).filter((each) => each === "busy")).toHaveLength(4)
})
