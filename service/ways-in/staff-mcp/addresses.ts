/** The addresses under which programs find the company's MCP server and its consent screen. */
import type { FastifyRequest } from "fastify"
import type { AppContext } from "../../platform/context.ts"

export const mcpPath = "/mcp"
export const oauthPaths = {
  authorize: "/oauth/authorize",
  token: "/oauth/token",
  register: "/oauth/register",
  revoke: "/oauth/revoke",
  /** The consent screen asks here; all that the console itself asks is below `/console`. */
  consent: "/console/consent",
} as const
/** Below the console: what `authorize` leads to. */
export const consentScreen = "/console/connect"

export const issuerOf = ({ baseUrl }: AppContext, request: FastifyRequest): string =>
  (baseUrl ?? `${request.protocol}://${request.host}`).replace(/\/$/, "")

/** The address that tokens are for (RFC 8707). */
export const resourceOf = (context: AppContext, request: FastifyRequest): string =>
  issuerOf(context, request) + mcpPath

/** Names the document that tells a program where to ask for a token (RFC 9728). */
export const resourceMetadataOf = (context: AppContext, request: FastifyRequest): string =>
  `${issuerOf(context, request)}/.well-known/oauth-protected-resource${mcpPath}`
