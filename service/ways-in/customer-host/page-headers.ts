/** The headers of every page of the customer host: private, and nothing loaded from other hosts. */
import { randomBytes } from "node:crypto"
import type { FastifyReply } from "fastify"
import type { Framing } from "../../../domain/contracts/page-renderer.ts"

/** Headers that hold for documents and JSON alike. */
export function privateHeaders(isHttps: boolean): Record<string, string> {
  return {
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
    "x-content-type-options": "nosniff",
    ...(isHttps ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  }
}

interface PolicyNeeds {
  /** The origin of the bot check's script, frame and calls. */
  botCheckOrigin?: string
  /** This host's own console, which may frame the page besides the sites that the company has listed. */
  consoleOrigin?: string
  /** The page sends a form to its own address. */
  hasForm?: boolean
}

function contentSecurityPolicy(
  nonce: string,
  embedOrigins: readonly string[],
  { botCheckOrigin, consoleOrigin, hasForm }: PolicyNeeds,
): string {
  const framers = [...embedOrigins, ...(consoleOrigin === undefined ? [] : [consoleOrigin])]
  const ancestors = framers.length === 0 ? "'none'" : framers.join(" ")
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    botCheckOrigin === undefined ? "connect-src 'self'" : `connect-src 'self' ${botCheckOrigin}`,
    ...(botCheckOrigin === undefined ? [] : [`frame-src ${botCheckOrigin}`]),
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    `frame-ancestors ${ancestors}`,
  ].join("; ")
}

/** Sends a document under a policy with a nonce of its own, which only the given sites may frame. */
export function sendPage(
  reply: FastifyReply,
  embedOrigins: readonly string[],
  render: (nonce: string, framing: Framing) => string,
  needs: PolicyNeeds = {},
): FastifyReply {
  const nonce = randomBytes(16).toString("base64url")
  const isFramed = reply.request.headers["sec-fetch-dest"] === "iframe"
  return reply
    .header("content-security-policy", contentSecurityPolicy(nonce, embedOrigins, needs))
    .header("vary", "accept-language, sec-fetch-dest")
    .type("text/html; charset=utf-8")
    .send(render(nonce, { origins: embedOrigins, isFramed }))
}
