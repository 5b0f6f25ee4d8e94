/** A mail server on this machine that speaks SMTP, remembers the mails that it took, and answers by the test's word. */
import PostalMime, { type Email } from "postal-mime"
import { SMTPServer } from "smtp-server"
import { createSmtp, type SmtpSender } from "../../service/host/adapters/mails/smtp.ts"
import type { Certificate } from "./authority.ts"

export interface ReceivedMail {
  envelopeFrom: string
  envelopeTo: string[]
  raw: string
  mail: Email
}

/** Encrypts by STARTTLS, and takes mails only from who signs in. */
export interface MailServerKeys {
  certificate: Certificate
  username: string
  password: string
}

export interface TestMailServer {
  url: string
  port: number
  received: ReceivedMail[]
  /** The refusals of the next recipients or mails, as `550 5.1.1 No such user`; it takes those after them. */
  refusals: { at: "RCPT" | "DATA"; answer: string }[]
  /** So many times it takes a mail and ends the connection before it says so. */
  unanswered: number
  stop(): Promise<void>
}

export async function startMailServer(port = 0, keys: MailServerKeys | null = null): Promise<TestMailServer> {
  const received: ReceivedMail[] = []
  const refusals: TestMailServer["refusals"] = []
  const refusal = (at: "RCPT" | "DATA") => {
    if (refusals[0]?.at !== at) return null
    const { answer } = refusals.shift()!
    return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })
  }
  const server = new SMTPServer({
    ...(keys === null ? { authOptional: true, disabledCommands: ["STARTTLS"] } : keys.certificate),
    onAuth({ username, password }, _session, done) {
      const isRight = username === keys?.username && password === keys?.password
      if (isRight) done(null, { user: username })
      else done(new Error("Wrong user name or password"))
    },
    onRcptTo: (_address, _session, done) => done(refusal("RCPT")),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", async () => {
        const refused = refusal("DATA")
        if (refused) return done(refused)
        const raw = Buffer.concat(chunks)
        received.push({
          envelopeFrom: session.envelope.mailFrom ? session.envelope.mailFrom.address : "",
          envelopeTo: session.envelope.rcptTo.map(({ address }) => address),
          raw: raw.toString("utf8"),
          mail: await PostalMime.parse(raw),
        })
        if (running.unanswered > 0) {
          running.unanswered--
          for (const connection of server.connections as Set<{ _socket: { destroy(): void } }>)
            connection._socket.destroy()
          return
        }
        done(null, "OK: queued as TEST1")
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  const address = server.server.address() as { port: number }
  const running: TestMailServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    refusals,
    unanswered: 0,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return running
}

export const testSender = "appointments@mail.example"

export const smtpTo = ({ url }: TestMailServer): SmtpSender => createSmtp({ url, from: testSender })
