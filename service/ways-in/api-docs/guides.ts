/** The guides for integrators, as pages and as Markdown, with what leads programs to them. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { FastifyInstance } from "fastify"
import { serveKept } from "../http/kept-files.ts"
import { type LinkTo, renderMarkdown } from "./markdown.ts"

const folder = join(import.meta.dirname, "../../../docs")

/** In the order of their contents, by the names of their files. */
export const guideGroups: readonly { title: string; names: readonly string[] }[] = [
  {
    title: "Basics",
    names: ["start", "keys", "paging", "idempotency", "errors", "limits", "versions", "api-changes"],
  },
  { title: "Events", names: ["webhooks", "developers"] },
  {
    title: "Scheduling",
    names: [
      ...["explaining", "holds", "groups", "series", "classes", "rooms", "windows", "confirming"],
      ...["questions", "waiting-list", "disruptions", "calendars"],
    ],
  },
  { title: "Customers hear", names: ["texts", "mails", "embedding", "own-page", "agents", "company-mcp"] },
  { title: "Data", names: ["importing", "reports", "test-companies"] },
]

export const guideNames: readonly string[] = guideGroups.flatMap(({ names }) => names)
const known = new Set(guideNames)

const textOf = (name: string) => readFileSync(join(folder, `${name}.md`), "utf8")
const titleOf = (text: string) => /^# (.+)$/m.exec(text)?.[1] ?? ""

/** A link to another guide leads to its page; one to a file that is served nowhere keeps its text alone. */
const linkTo: LinkTo = (target) => {
  if (/^https:\/\//.test(target) || target.startsWith("#")) return target
  const [, name, anchor = ""] = /^([a-z-]+)\.md(#.*)?$/.exec(target) ?? []
  return name !== undefined && known.has(name) ? `/docs/${name}${anchor}` : null
}

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;")

/** The contents, in which the present guide is marked. */
function contentsOf(present: string | null): string {
  const groups = guideGroups.map(({ title, names }) => {
    const links = names.map((name) => {
      const mark = name === present ? ' aria-current="page"' : ""
      return `<li><a href="/docs/${name}"${mark}>${escaped(titleOf(textOf(name)))}</a></li>`
    })
    return `<h2>${title}</h2><ul>${links.join("")}</ul>`
  })
  return `<nav class="guides" aria-label="Guides"><p><a href="/docs">Operations</a></p>${groups.join("")}</nav>`
}

export function guidePage(name: string): string {
  const { title, html } = renderMarkdown(textOf(name), linkTo)
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escaped(title)} · Appointed</title>
    <link rel="icon" href="data:," />
    <link rel="alternate" type="text/markdown" href="/docs/${name}.md" />
    <link rel="stylesheet" href="/docs/guides.css" />
  </head>
  <body>
    <main>
${html}
<p class="source"><a href="/docs/${name}.md">This page as Markdown</a></p>
    </main>
    ${contentsOf(name)}
  </body>
</html>
`
}

/** https://llmstxt.org: what a language model reads first. */
export function llmsText(): string {
  const groups = guideGroups.map(
    ({ title, names }) =>
      `## ${title}\n\n${names.map((name) => `- [${titleOf(textOf(name))}](/docs/${name}.md)`).join("\n")}\n`,
  )
  return `# Appointed

> Scheduling that companies run for their customers: search free times, book, move and cancel by an API, and hear of it by webhooks.

Begin with [${titleOf(textOf("start"))}](/docs/start.md). Every operation is in the [OpenAPI document](/openapi.json), and the tools of agents are in
[agent-tools.json](/agent-tools.json).

${groups.join("\n")}`
}

/** RFC 9727: where a program finds the API's document and its guides. */
export const apiCatalog = (own: string): object => ({
  linkset: [
    {
      anchor: `${own}/api/v1`,
      "service-desc": [{ href: `${own}/openapi.json`, type: "application/json" }],
      "service-doc": [
        { href: `${own}/docs/start`, type: "text/html" },
        { href: `${own}/docs`, type: "text/html" },
      ],
      "service-meta": [{ href: `${own}/llms.txt`, type: "text/plain" }],
      status: [{ href: `${own}/healthz` }],
    },
  ],
})

const catalogType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

export function mountGuides(scope: FastifyInstance, baseUrl: () => string | null): void {
  for (const name of guideNames) {
    serveKept(scope, `/docs/${name}`, () => ({
      contentType: "text/html; charset=utf-8",
      content: guidePage(name),
    }))
    serveKept(scope, `/docs/${name}.md`, () => ({
      contentType: "text/markdown; charset=utf-8",
      content: textOf(name),
    }))
  }
  serveKept(scope, "/llms.txt", () => ({ contentType: "text/plain; charset=utf-8", content: llmsText() }))
  scope.get("/.well-known/api-catalog", async (request, reply) => {
    const own = baseUrl() ?? `${request.protocol}://${request.host}`
    return reply.type(catalogType).send(JSON.stringify(apiCatalog(own)))
  })
}
