/** The documents by which a program finds out how to connect: RFC 8414 and RFC 9728. */
import type { FastifyInstance } from "fastify"
import { grants } from "../../../domain/model/scopes.ts"
import type { AppContext } from "../../platform/context.ts"
import { issuerOf, mcpPath, oauthPaths, resourceOf } from "./addresses.ts"

export function mountOauthDocuments(app: FastifyInstance, context: AppContext): void {
  app.get("/.well-known/oauth-authorization-server", async (request) => {
    const issuer = issuerOf(context, request)
    return {
      issuer,
      authorization_endpoint: issuer + oauthPaths.authorize,
      token_endpoint: issuer + oauthPaths.token,
      registration_endpoint: issuer + oauthPaths.register,
      revocation_endpoint: issuer + oauthPaths.revoke,
      scopes_supported: grants,
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      token_endpoint_auth_methods_supported: ["none"],
      revocation_endpoint_auth_methods_supported: ["none"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      service_documentation: `${issuer}/docs/company-mcp`,
    }
  })
  for (const path of ["", mcpPath]) {
    app.get(`/.well-known/oauth-protected-resource${path}`, async (request) => ({
      resource: resourceOf(context, request),
      authorization_servers: [issuerOf(context, request)],
      scopes_supported: ["read", "schedule"],
      bearer_methods_supported: ["header"],
      resource_name: "Appointed",
      resource_documentation: `${issuerOf(context, request)}/docs/company-mcp`,
    }))
  }
}
