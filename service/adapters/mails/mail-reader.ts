/**
 * Takes received mails apart on a thread of its own, one after the other. A mail that takes too long, or too much memory, costs
 * the thread, and another takes its place.
 */
import { Worker } from "node:worker_threads"
import { Refusal } from "../../../domain/model/errors.ts"
import { type ReceivedMail, receivedMailLimits } from "../../../domain/model/received-mail.ts"
import type { MailReader } from "../../ports/received-mails.ts"

interface Job {
  mail: Uint8Array<ArrayBuffer>
  settle(read: ReceivedMail | null): void
}

const mostWaiting = 100
const defaultDeadlineMs = 5_000
const memoryMb = 128

const startThread = (): Worker =>
  new Worker(new URL("mail-reader-thread.ts", import.meta.url), {
    name: "mail-reader",
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: memoryMb / 4 },
  })

export function createMailReader({ deadlineMs = defaultDeadlineMs } = {}): MailReader {
  const waiting: Job[] = []
  let thread: Worker | null = null
  let current: Job | null = null

  function open(): Worker {
    const opened = startThread()
    const end = (read: ReceivedMail | null) => thread === opened && finish(read)
    opened.on("message", end)
    opened.on("error", () => lose(opened))
    opened.on("exit", () => lose(opened))
    return opened
  }

  /** The thread is gone, and with it the mail that it had. */
  function lose(lost: Worker): void {
    if (thread !== lost) return
    thread = null
    void lost.terminate()
    finish(null)
  }

  let timer: NodeJS.Timeout | undefined
  function finish(read: ReceivedMail | null): void {
    clearTimeout(timer)
    const job = current
    current = null
    thread?.unref()
    job?.settle(read)
    next()
  }

  function next(): void {
    const job = current === null ? waiting.shift() : undefined
    if (!job) return
    current = job
    thread ??= open()
    const own = thread
    // A thread that works keeps the process; one that waits does not.
    own.ref()
    timer = setTimeout(() => lose(own), deadlineMs)
    own.postMessage(job.mail, [job.mail.buffer])
  }

  return {
    read(mail) {
      if (mail.byteLength > receivedMailLimits.bytes) return Promise.resolve(null)
      if (waiting.length >= mostWaiting) return Promise.reject(new Refusal("busy"))
      const { promise, resolve } = Promise.withResolvers<ReceivedMail | null>()
      // A copy of its own, which the thread takes over.
      waiting.push({ mail: new Uint8Array(mail), settle: resolve })
      next()
      return promise
    },
  }
}
