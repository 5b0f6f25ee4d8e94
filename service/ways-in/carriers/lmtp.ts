/** Mails to `MAIL_FROM` by LMTP (RFC 2033), from the mail server on the same machine: loopback or a socket of its file system. */
import { randomUUID } from "node:crypto"
import { rm } from "node:fs/promises"
import { SMTPServer, type SMTPServerDataStream } from "smtp-server"
import { Refusal } from "../../../domain/model/errors.ts"
import { receivedMailLimits } from "../../../domain/model/received-mail.ts"
import { takeMail } from "../../messages/take-mail.ts"
import type { AppContext } from "../../platform/context.ts"

const mostConnections = 20
const idleMs = 30_000

export interface LmtpListener {
  /** The port, or the path of the socket. */
  at: number | string
  stop(): Promise<void>
}

export async function listenForMails(context: AppContext, at: number | string): Promise<LmtpListener> {
  const server = new SMTPServer({
    lmtp: true,
    banner: "ready",
    size: receivedMailLimits.bytes,
    maxClients: mostConnections,
    socketTimeout: idleMs,
    closeTimeout: 1_000,
    disabledCommands: ["AUTH", "STARTTLS"],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onData(stream, _session, done) {
      receive(context, stream).then(
        () => done(),
        (error: unknown) => done(refusalOf(context, error)),
      )
    },
  })
  // A connection that breaks off ends by itself.
  server.on("error", () => undefined)
  if (typeof at === "string") await rm(at, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject)
    const listening = () => {
      server.server.off("error", reject)
      resolve()
    }
    if (typeof at === "string") server.server.listen(at, listening)
    else server.listen(at, "127.0.0.1", listening)
  })
  const address = server.server.address()
  return {
    at: address !== null && typeof address === "object" ? address.port : at,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Reads to the end in any case: the other side waits for that before it hears the answer. */
async function receive(context: AppContext, stream: SMTPServerDataStream): Promise<void> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= receivedMailLimits.bytes) chunks.push(chunk)
    else chunks.length = 0
  }
  if (length > receivedMailLimits.bytes) throw new TooLarge()
  await takeMail(context, Buffer.concat(chunks), randomUUID())
}

class TooLarge extends Error {}

/** A mail that is too large is refused for good; after all else the mail server comes again. */
function refusalOf(context: AppContext, error: unknown): Error {
  if (error instanceof TooLarge) return Object.assign(new Error("Too large"), { responseCode: 552 })
  if (!(error instanceof Refusal)) context.log.error({ err: error }, "A mail could not be taken")
  return Object.assign(new Error("Try again later"), { responseCode: 451 })
}
