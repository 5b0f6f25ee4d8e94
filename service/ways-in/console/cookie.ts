/**
 * The cookie in which the staff console keeps a session, and the requests that it is taken from: those that a page of this
 * host has sent itself. A browser adds the cookie to any request to this host, so the cookie alone proves nothing.
 */
import type { FastifyReply, FastifyRequest } from "fastify"
import { Refusal } from "../../../domain/model/errors.ts"
import { operatorMs } from "../../../domain/model/operator.ts"
import { cookieSession, signInUnderWayMs } from "../../../domain/model/sign-in.ts"

const isHttps = (baseUrl: string | null) => baseUrl?.startsWith("https:") ?? false

/**
 * With the prefix `__Host-` a browser takes the cookie only over https and only from this very host, so that no neighbouring
 * host can plant one. Over plain http, which is for development, browsers refuse such a name.
 */
const nameOn = (baseUrl: string | null, what: "session" | "sign-in" | "device" | "operator" = "session") =>
  `${isHttps(baseUrl) ? "__Host-" : ""}appointed-${what}`

const attributesOn = (baseUrl: string | null, sameSite: "Strict" | "Lax" = "Strict") =>
  `Path=/; HttpOnly; SameSite=${sameSite}${isHttps(baseUrl) ? "; Secure" : ""}`

export function setCookie(reply: FastifyReply, baseUrl: string | null, token: string): void {
  const seconds = cookieSession.longestMs / 1_000
  reply.header("set-cookie", `${nameOn(baseUrl)}=${token}; Max-Age=${seconds}; ${attributesOn(baseUrl)}`)
}

export function clearCookie(reply: FastifyReply, baseUrl: string | null): void {
  reply.header("set-cookie", `${nameOn(baseUrl)}=; Max-Age=0; ${attributesOn(baseUrl)}`)
}

/**
 * Keeps a sign-in under way until the identity provider leads the browser back: a navigation from another site, with which
 * no `Strict` cookie is sent.
 */
export function setUnderWayCookie(reply: FastifyReply, baseUrl: string | null, kept: string): void {
  const seconds = signInUnderWayMs / 1_000
  const attributes = `Max-Age=${seconds}; ${attributesOn(baseUrl, "Lax")}`
  reply.header("set-cookie", `${nameOn(baseUrl, "sign-in")}=${kept}; ${attributes}`)
}

export function clearUnderWayCookie(reply: FastifyReply, baseUrl: string | null): void {
  reply.header("set-cookie", `${nameOn(baseUrl, "sign-in")}=; Max-Age=0; ${attributesOn(baseUrl, "Lax")}`)
}

/** Browsers keep a cookie no longer. */
const deviceSeconds = 400 * 86_400

/** By it the browser is known at the next sign-in, so that others' wrong passwords do not keep its user out. It opens nothing. */
export function setDeviceCookie(reply: FastifyReply, baseUrl: string | null, device: string): void {
  const attributes = `Max-Age=${deviceSeconds}; ${attributesOn(baseUrl)}`
  reply.header("set-cookie", `${nameOn(baseUrl, "device")}=${device}; ${attributes}`)
}

export function setOperatorCookie(reply: FastifyReply, baseUrl: string | null, token: string): void {
  const attributes = `Max-Age=${operatorMs.session / 1_000}; ${attributesOn(baseUrl)}`
  reply.header("set-cookie", `${nameOn(baseUrl, "operator")}=${token}; ${attributes}`)
}

export function clearOperatorCookie(reply: FastifyReply, baseUrl: string | null): void {
  reply.header("set-cookie", `${nameOn(baseUrl, "operator")}=; Max-Age=0; ${attributesOn(baseUrl)}`)
}

export const operatorTokenOf = (request: FastifyRequest, baseUrl: string | null): string | null =>
  onlyCookie(request, nameOn(baseUrl, "operator"), /^os_[\w-]{43}$/)

export const deviceOf = (request: FastifyRequest, baseUrl: string | null): string | null =>
  onlyCookie(request, nameOn(baseUrl, "device"), /^[\w-]{43}$/)

export const underWayOf = (request: FastifyRequest, baseUrl: string | null): string | null =>
  onlyCookie(request, nameOn(baseUrl, "sign-in"), /^[\w.-]{10,2000}$/)

export const cookieTokenOf = (request: FastifyRequest, baseUrl: string | null): string | null =>
  onlyCookie(request, nameOn(baseUrl), /^[\w-]{10,200}$/)

/** Null without the cookie, and with two of the name: one of them was planted. */
function onlyCookie(request: FastifyRequest, name: string, form: RegExp): string | null {
  const pairs = (request.headers.cookie ?? "").split(/;\s*/).map((pair) => pair.split("="))
  const values = pairs.filter(([key]) => key === name).map(([, value]) => value)
  return values.length === 1 && form.test(values[0] ?? "") ? values[0]! : null
}

/**
 * True where the page that sent the request was read in this session. A browser keeps one cookie for all its pages: after
 * another person has signed in for another company, an older page would show that company's data under the old name.
 */
export function isOfSession(request: FastifyRequest, sessionId: number | undefined): boolean {
  const ofPage = request.headers["x-console-session"]
  return ofPage === undefined || ofPage === String(sessionId)
}

/**
 * Throws `forbidden` unless a page of this host sent the request. No form, link or image can send the header `X-Console`,
 * and a script elsewhere would need a permission (CORS) that this host never gives. The browser's own headers are
 * compared as well; writes always carry `Origin`.
 */
export function refuseForeignPages(request: FastifyRequest, baseUrl: string | null): void {
  const { origin, "sec-fetch-site": site, "x-console": mark } = request.headers
  const isRead = request.method === "GET" || request.method === "HEAD"
  const own = [baseUrl, `${request.protocol}://${request.host}`]
  const isOwnOrigin = origin === undefined ? isRead : own.includes(origin)
  if (mark === "1" && isOwnOrigin && (site === undefined || site === "same-origin")) return
  throw new Refusal("forbidden", { message: "A session in a cookie serves the console's own pages only." })
}
