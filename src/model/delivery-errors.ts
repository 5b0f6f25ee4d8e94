/** Why an attempt brought no answer that counts: the words of `last_error`. A status other than 2xx needs none. */
export const deliveryErrors = [
  /** The whole exchange took longer than ten seconds. */
  "timeout",
  "connection_refused",
  /** The receiver hung up before it had answered. */
  "connection_reset",
  /** There is no way to the address. */
  "unreachable",
  /** The name stands for nothing, or no name server answered. */
  "dns",
  /** The certificate is not valid for the name, or no TLS came about. */
  "tls",
  /** The name stands for a private or local address. */
  "blocked_address",
  /** Answered with a 3xx, which is not followed. */
  "redirect",
  /** What came back is no HTTP. */
  "bad_answer",
  /** The endpoint was switched off or deleted before it could be sent. */
  "endpoint_disabled",
  /** The event is past its 30 days. */
  "event_gone",
  /** The sender died; whether the receiver got it is not known. */
  "interrupted",
  "failed",
] as const

export type DeliveryError = (typeof deliveryErrors)[number]
