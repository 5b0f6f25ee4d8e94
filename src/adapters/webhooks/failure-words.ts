/** Turns what Node throws at a failed request into the words that companies read. */

import type { DeliveryError } from "../../model/delivery.ts"
import { BlockedAddress, UnknownName } from "../outbound/address-guard.ts"
import { StaleConnection } from "./kept-connections.ts"

export class DeadlinePassed extends Error {
  override readonly name = "DeadlinePassed"
}

const words: Readonly<Record<string, DeliveryError>> = {
  ETIMEDOUT: "timeout",
  ECONNREFUSED: "connection_refused",
  ECONNRESET: "connection_reset",
  EPIPE: "connection_reset",
  ENETUNREACH: "unreachable",
  EHOSTUNREACH: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  EPROTO: "tls",
}

/** Names that OpenSSL gives to certificates it does not accept. */
const certificateCode = /CERT|ISSUER|SELF_SIGNED|LEAF_SIGNATURE|CHAIN|CRL/

export function failureWord(error: unknown): DeliveryError {
  if (error instanceof DeadlinePassed) return "timeout"
  if (error instanceof BlockedAddress) return "blocked_address"
  if (error instanceof UnknownName) return "dns"
  if (error instanceof StaleConnection) return failureWord(error.cause)
  if (error instanceof AggregateError && error.errors.length > 0) return failureWord(error.errors[0])
  const code = String((error as NodeJS.ErrnoException).code ?? "")
  const word = words[code]
  if (word !== undefined) return word
  if (code.startsWith("ERR_SSL") || code.startsWith("ERR_TLS") || certificateCode.test(code)) return "tls"
  if (code.startsWith("HPE_")) return "bad_answer"
  return "failed"
}
