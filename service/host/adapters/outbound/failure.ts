/** Why a request to the outside got no answer, in a closed list of words. */
import type { TlsReason } from "../../../../domain/model/delivery.ts"
import { BlockedAddress, UnknownName } from "./address-guard.ts"

export type OutboundProblem =
  /** The whole exchange took longer than it may. */
  | "timeout"
  /** The caller does not want the answer any more. */
  | "cancelled"
  | "connection_refused"
  /** The other side hung up before it had answered. */
  | "connection_reset"
  /** No route leads to the address. */
  | "unreachable"
  /** The name does not resolve, or no name server answered. */
  | "dns"
  | "tls"
  /** The address is, or the name stands for, a private or local one. */
  | "blocked_address"
  /** The answer is not HTTP, or none to this request: `101 Switching Protocols`. */
  | "bad_answer"
  /** The body is longer than what is read of it. */
  | "too_large"
  | "failed"

interface Details {
  tls: TlsReason | null
  status: number | null
  address: string | null
  isStale: boolean
}

export class OutboundFailure extends Error {
  override readonly name = "OutboundFailure"
  readonly problem: OutboundProblem
  /** Set with the problem `tls`. */
  readonly tls: TlsReason | null
  /** The status of an answer that could not be used, or is too large. */
  readonly status: number | null
  /** The address that was connected to; null when there was no connection. */
  readonly address: string | null
  /** A kept connection broke before anything came: the other side may have closed it while we wrote. */
  readonly isStale: boolean

  constructor(problem: OutboundProblem, details: Partial<Details> = {}, options: ErrorOptions = {}) {
    super(problem, options)
    this.problem = problem
    this.tls = details.tls ?? null
    this.status = details.status ?? null
    this.address = details.address ?? null
    this.isStale = details.isStale ?? false
  }

  /** Wraps the error of a request; `mayBeStale` without an answer over a connection that was kept. */
  static of(
    error: unknown,
    { address, mayBeStale }: { address: string | null; mayBeStale: boolean },
  ): OutboundFailure {
    const ours = error instanceof OutboundFailure ? error : null
    const { problem, tls } = ours ?? problemOf(error)
    const isStale = mayBeStale && problem === "connection_reset"
    return new OutboundFailure(
      problem,
      { tls, status: ours?.status ?? null, address, isStale },
      { cause: error },
    )
  }
}

const words: Readonly<Record<string, OutboundProblem>> = {
  ETIMEDOUT: "timeout",
  ECONNREFUSED: "connection_refused",
  ECONNRESET: "connection_reset",
  EPIPE: "connection_reset",
  ENETUNREACH: "unreachable",
  EHOSTUNREACH: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  EPROTO: "tls",
}

const tlsReasons: Readonly<Record<string, TlsReason>> = {
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "not_yet_valid",
  ERR_TLS_CERT_ALTNAME_INVALID: "wrong_name",
  DEPTH_ZERO_SELF_SIGNED_CERT: "self_signed",
  SELF_SIGNED_CERT_IN_CHAIN: "self_signed",
}

/** Names that OpenSSL gives to certificates it does not accept. */
const certificateCode = /CERT|ISSUER|SELF_SIGNED|LEAF_SIGNATURE|CHAIN|CRL/

/** Node's error of a failed request, in our words. */
function problemOf(error: unknown): { problem: OutboundProblem; tls: TlsReason | null } {
  if (error instanceof BlockedAddress) return { problem: "blocked_address", tls: null }
  if (error instanceof UnknownName) return { problem: "dns", tls: null }
  if (error instanceof AggregateError && error.errors.length > 0) return problemOf(error.errors[0])
  const code = String((error as NodeJS.ErrnoException).code ?? "")
  const tls = tlsReasonOf(code)
  if (tls !== null) return { problem: "tls", tls }
  if (code.startsWith("HPE_")) return { problem: "bad_answer", tls: null }
  return { problem: words[code] ?? "failed", tls: null }
}

function tlsReasonOf(code: string): TlsReason | null {
  const known = tlsReasons[code]
  if (known !== undefined) return known
  if (code === "EPROTO" || code.startsWith("ERR_SSL") || code.startsWith("ERR_TLS")) return "handshake"
  return certificateCode.test(code) ? "unknown_authority" : null
}
