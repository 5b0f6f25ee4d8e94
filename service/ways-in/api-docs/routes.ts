/**
 * The documents of the API host, open to all: the OpenAPI document, the page on which Swagger UI shows it, and what an agent
 * platform is configured with.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, extname, join } from "node:path"
import type { FastifyInstance } from "fastify"
import { z } from "zod"
import { locale, name, phone } from "../../../domain/model/fields.ts"
import { agentToolsText } from "../agent-api/describe-tools.ts"
import { platformFolder } from "../agent-api/platform/folder.ts"
import { otherPlatformFiles, otherPlatforms } from "../agent-api/platform/other-platforms.ts"
import { readPrompts } from "../agent-api/platform/prompts.ts"
import { judged } from "../http/issues.ts"
import { serveKept } from "../http/kept-files.ts"
import { openApiText } from "./generate.ts"
import { mountGuides } from "./guides.ts"

const viewer = join(import.meta.dirname, "viewer")
const swaggerUi = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"))

/** Nothing from elsewhere, and no inline script or style: the reader types a key into this page. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

/** The addresses of the page's files. Browsers ask each time whether a file has changed. */
const files = [
  ["/docs", join(viewer, "index.html")],
  ["/docs/viewer.js", join(viewer, "viewer.js")],
  ["/docs/viewer.css", join(viewer, "viewer.css")],
  ["/docs/guides.css", join(viewer, "guides.css")],
  ["/docs/swagger-ui-bundle.js", join(swaggerUi, "swagger-ui-bundle.js")],
  ["/docs/swagger-ui.css", join(swaggerUi, "swagger-ui.css")],
] as const

const contentTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
}

/** `baseUrl` gives the address under which the host is known, once it is. */
export function mountDocuments(app: FastifyInstance, baseUrl: () => string | null): void {
  app.register(async (scope) => {
    scope.addHook("onRequest", async (_request, reply) => {
      reply.header("content-security-policy", contentPolicy).header("referrer-policy", "no-referrer")
    })
    for (const [path, file] of files) {
      serveKept(scope, path, () => ({
        contentType: contentTypes[extname(file)]!,
        content: readFileSync(file),
      }))
    }
    serveJson(scope, "/openapi.json", openApiText)
    serveJson(scope, "/agent-tools.json", agentToolsText)
    servePlatform(scope, baseUrl)
    mountGuides(scope, baseUrl)
    serveJson(scope, "/docs/errors.json", () => JSON.stringify(errorTexts()))
    serveJson(scope, "/docs/changes.json", () => JSON.stringify(changeTexts()))
  })
}

function serveJson(scope: FastifyInstance, path: string, make: () => string): void {
  serveKept(scope, path, () => ({ contentType: "application/json; charset=utf-8", content: make() }))
}

const platformQuery = z.strictObject({
  ...{ company: name(), secret_id: name(), transfer_phone: phone.optional() },
  platform: z.enum(["elevenlabs", ...otherPlatforms]).default("elevenlabs"),
  language: locale.default("en"),
})
const project = join(import.meta.dirname, "../../..")

/** The files that `agent export` writes, for this host, as paths and texts. They hold no key and nothing of a company but its name and number. */
function servePlatform(scope: FastifyInstance, baseUrl: () => string | null): void {
  scope.get("/agent-platform.json", async (request, reply) => {
    const {
      company,
      secret_id,
      transfer_phone: transferPhone = null,
      platform,
      language,
    } = judged(platformQuery, request.query, "query")
    const own = baseUrl() ?? `${request.protocol}://${request.host}`
    const site = { baseUrl: own, companyName: company, secretId: secret_id, transferPhone, language }
    const prompts = await readPrompts(project)
    reply.header("cache-control", "no-store")
    if (platform !== "elevenlabs") return { files: otherPlatformFiles(platform, site, prompts) }
    const files = Object.entries(platformFolder(site, prompts))
    return { files: files.map(([path, text]) => ({ path, text })) }
  })
}

interface ErrorText {
  code: string
  status: number
  when: string
  whatToDo: string
}

const guides = join(import.meta.dirname, "../../../docs")
const errorsFile = join(guides, "errors.md")
const changesFile = join(guides, "api-changes.md")
const errorRow = /^\| `(\w+)` \| (\d{3}) \| (.+?) \| (.+?) \|$/gm

/** The table of docs/errors.md, so that the page and the guide say the same. */
export function errorTexts(): ErrorText[] {
  const rows = readFileSync(errorsFile, "utf8").matchAll(errorRow)
  return [...rows].map(([, code, status, when, whatToDo]) => ({
    code: code!,
    status: Number(status),
    when: when!,
    whatToDo: whatToDo!,
  }))
}

interface DatedChanges {
  /** YYYY-MM-DD. */
  date: string
  changes: string[]
}

/** The list of docs/api-changes.md, the newest first. */
export function changeTexts(): DatedChanges[] {
  const [, ...days] = readFileSync(changesFile, "utf8").split(/^## /m)
  return days.map((day) => {
    const [date = "", ...items] = day.split(/^- /m)
    return { date: date.trim(), changes: items.map((item) => item.trim().replace(/\s+/g, " ")) }
  })
}
