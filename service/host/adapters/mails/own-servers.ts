/**
 * Sends by mail servers that companies name. Each mail has a connection of its own, to an address that the guard has vetted:
 * a name cannot change its meaning between the two. An exchange that takes too long is cut off, even while the server
 * answers.
 */
import type { Socket } from "node:net"
import { createTransport } from "nodemailer"
import type { ServerFault } from "../../../../domain/model/mail.ts"
import type { OwnMailServer, OwnMailServers, SentMail } from "../../../platform/ports/mails.ts"
import { BlockedAddress, type ConnectionGuard } from "../outbound/address-guard.ts"
import { overMailConnection } from "../outbound/mail-connection.ts"
import { failureOf, messageOf, queueIdOf, type SmtpError } from "./smtp.ts"

export interface OwnServersOptions {
  guard: ConnectionGuard
  /** Trusted instead of the usual authorities, for tests. */
  ca?: string
  /** The time limit of one answer. */
  timeoutMs?: number
  /** The deadline of the whole mail. */
  deadlineMs?: number
}

/** By one server at once, so that one that is slow holds up no other company's mails. */
const mostAtOnce = 4

/** The size limit of one answer, which the library takes apart on the thread that serves requests. */
const answerLimitBytes = 65_536

const encryptedFromStart = 465

export function createOwnMailServers(options: OwnServersOptions): OwnMailServers {
  const underWay = new Map<string, number>()
  const counted = async <Result>(host: string, work: () => Promise<Result>): Promise<Result> => {
    underWay.set(host, (underWay.get(host) ?? 0) + 1)
    try {
      return await work()
    } finally {
      const left = underWay.get(host)! - 1
      if (left === 0) underWay.delete(host)
      else underWay.set(host, left)
    }
  }
  return {
    refuse: (server) => options.guard.refuseMailServer(server),
    isBusy: (host) => (underWay.get(host) ?? 0) >= mostAtOnce,
    async examine(server) {
      try {
        await connected(options, server, (transport) => transport.verify())
        return null
      } catch (error) {
        return faultOf(error) ?? "unreachable"
      }
    },
    send: (server, mail, now) =>
      counted(server.host, async (): Promise<SentMail> => {
        try {
          const envelope = { from: mail.from.address, to: mail.to.address }
          const message = { ...messageOf(mail, now), envelope }
          const info = await connected(options, server, (transport) => transport.sendMail(message))
          return { kind: "sent", carrierId: queueIdOf(info.response) }
        } catch (error) {
          const fault = faultOf(error)
          if (fault !== null) return { kind: "later", error: fault, retryAfterSeconds: null }
          return failureOf(error as SmtpError)
        }
      }),
  }
}

type Transport = ReturnType<typeof transportOf>

/** Runs `work` over a connection of its own, which ends with it. */
function connected<Result>(
  options: OwnServersOptions,
  server: OwnMailServer,
  work: (transport: Transport) => Promise<Result>,
): Promise<Result> {
  const { guard, timeoutMs = 10_000, deadlineMs = 20_000 } = options
  return overMailConnection(guard, server, { timeoutMs, deadlineMs }, (socket) =>
    work(transportOf(options, server, socket, timeoutMs)),
  )
}

const transportOf = (
  { ca }: OwnServersOptions,
  { host, port, username, password }: OwnMailServer,
  connection: Socket,
  timeoutMs: number,
) =>
  createTransport({
    host,
    port,
    connection,
    maxResponseSize: answerLimitBytes,
    secure: port === encryptedFromStart,
    requireTLS: true,
    auth: { user: username, pass: password },
    ...(ca === undefined ? {} : { tls: { ca } }),
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

const aboutCertificate = /certificate|self.signed|altname|unable to verify/i

/** The fault of the server itself; null for an answer about this mail. */
function faultOf(error: unknown): ServerFault | null {
  if (error instanceof BlockedAddress) return "blocked_address"
  const { code, responseCode, message } = error as SmtpError
  if (code === "EAUTH") return "smtp_sign_in"
  if (aboutCertificate.test(message)) return "smtp_certificate"
  if (code === "ETLS") return "smtp_no_encryption"
  return responseCode === undefined ? "unreachable" : null
}
