/** Headers of a company's own on its webhooks, such as a receiver's token. Their values are kept sealed and never shown. */
import { z } from "zod"
import { bounded } from "./fields.ts"

export type OwnHeaders = Readonly<Record<string, string>>

const mostHeaders = 5

/** They frame the message, name the receiver, or are ours. */
const reserved =
  /^(webhook-.*|content-.*|proxy-.*|host|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|traceparent)$/i

const headerName = bounded(64, "expected names of at most 64 characters")
  .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, {
    error: "expected names of letters, digits, - and _ that begin with a letter",
  })
  .refine((name) => !reserved.test(name), {
    error: "expected none of webhook-*, Content-*, Proxy-*, Host, Transfer-Encoding, Connection and the like",
  })

/** No line breaks, so that no value makes a header more. */
const headerValue = bounded(1_000, "expected values of at most 1000 characters").regex(
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/,
  {
    error: "expected values of visible ASCII characters, without line breaks and without blanks around them",
  },
)

const isEachOnce = (headers: OwnHeaders) => {
  const names = Object.keys(headers)
  return new Set(names.map((name) => name.toLowerCase())).size === names.length
}

export const ownHeaders = z
  .record(headerName, headerValue)
  .refine((headers) => Object.keys(headers).length <= mostHeaders, {
    error: `expected at most ${mostHeaders} headers`,
  })
  .refine(isEachOnce, { error: "expected each name once, whatever its capitals" })
  .nullable()
  .optional()
  .meta({
    description:
      "Headers of your own that every request to it carries, at most 5: they replace those that there are, and null takes all away. Values are " +
      "kept encrypted, stand in no log and are never shown again; `header_names` names them.",
    examples: [{ Authorization: "Bearer 5f2c" }],
  })
