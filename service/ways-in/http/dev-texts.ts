/**
 * `/dev/texts` shows developers on this machine the texts of a host that sends none. Codes are among them, which prove that
 * a number is one's own, so callers from elsewhere get 404.
 */
import { isIPv4 } from "node:net"
import type { FastifyInstance, FastifyRequest } from "fastify"
import { Refusal } from "../../../domain/model/errors.ts"
import { type DevText, readDevTexts } from "../../messages/dev-texts.ts"
import type { AppContext } from "../../platform/context.ts"

const contentPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function mountDevTexts(app: FastifyInstance, context: AppContext): void {
  app.get("/dev/texts", async (request, reply) => {
    if (!isFromThisMachine(request)) throw new Refusal("route_not_found")
    const texts = await readDevTexts(context)
    reply.header("cache-control", "no-store").header("content-security-policy", contentPolicy)
    if (request.headers.accept?.includes("application/json")) return { success: true, data: texts }
    return reply.type("text/html; charset=utf-8").send(pageOf(texts))
  })
}

/** A browser that was led here by another name, and a caller behind a proxy on this machine, are from elsewhere. */
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some((name) =>
    /^(forwarded|via|x-real-ip|x-forwarded-.+)$/.test(name),
  )
  return (
    !isForwarded && isLoopback(raw.socket.remoteAddress ?? "") && namesThisMachine(`http://${headers.host}`)
  )
}

/** True where a URL's host is this machine by its loopback name or address. */
export function namesThisMachine(url: string): boolean {
  const hostname = URL.parse(url)?.hostname ?? ""
  return hostname === "localhost" || isLoopback(hostname.replace(/^\[|\]$/g, ""))
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, "")
  return plain === "::1" || (isIPv4(plain) && plain.startsWith("127."))
}

function pageOf(texts: readonly DevText[]): string {
  const rows = texts.map(
    ({ from, to, body, at }) => html`<dt>${at} · ${from} → ${to}</dt><dd>${body}</dd>
`,
  )
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="5">
<title>Texts</title></head>
<body><h1>Texts that were not sent</h1>
<p>This host sends none. The newest stands first.</p>
<dl>${rows}</dl></body>
</html>
`.html
}

/** Text that is HTML already. */
interface Html {
  html: string
}

type Value = Html | string | number | null | false | Value[]

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** A template whose values are escaped, unless they are HTML themselves; null and false show nothing. */
function html(literals: TemplateStringsArray, ...values: Value[]): Html {
  return { html: literals.map((literal, index) => literal + text(values[index] ?? null)).join("") }
}

function text(value: Value): string {
  if (value === null || value === false) return ""
  if (Array.isArray(value)) return value.map(text).join("")
  if (typeof value === "object") return value.html
  return String(value).replace(/[&<>"']/g, (character) => entities[character]!)
}
