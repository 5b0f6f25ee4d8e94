/** The API host: company operations, health, documents. */
import type { FastifyInstance } from "fastify"
import type { House } from "../../operations/operation.ts"
import { mountAll } from "../mount.ts"
import { createServer, type ServerOptions } from "../server.ts"
import { companyAuthentication } from "./authenticate.ts"
import { companyMounts } from "./mounts.ts"

const bodyLimitBytes = 1_048_576

export function createApi(house: House, options: Omit<ServerOptions, "bodyLimitBytes">): FastifyInstance {
  const app = createServer({ ...options, bodyLimitBytes })
  mountAll(app, house, "/api/v1", companyMounts, companyAuthentication(house))
  return app
}
