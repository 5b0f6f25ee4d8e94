/** The guides as the running service gives them. */
import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { parts, scopes } from "../../../domain/model/scopes.ts"
import { service, shareOneStory } from "../../../test/support/one-story.ts"
import { guideNames } from "./guides.ts"

shareOneStory()

const get = (path: string) => service.api("GET", `/${path}`, undefined, { key: null })
const page = async (name: string): Promise<string> => (await get(`/docs/${name}`)).body

describe("the guides", () => {
  it("IN-16 each is a page and Markdown, and no link of a page leads nowhere", async () => {
    const ids = new Map<string, Set<string>>()
    const links: [string, string][] = []
    for (const name of guideNames) {
      const { status, headers, body } = await get(`/docs/${name}`)
      expect([name, status, headers.get("content-type")]).toEqual([name, 200, "text/html; charset=utf-8"])
      expect(headers.get("content-security-policy")).toContain("default-src 'none'")
      ids.set(`/docs/${name}`, new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)))
      for (const [, href] of body.matchAll(/<a href="([^"]+)"/g)) links.push([`/docs/${name}`, href!])
      const markdown = await get(`/docs/${name}.md`)
      expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8")
      expect(markdown.body).toMatch(/^# /)
      expect(body, name).not.toMatch(/<script|\son\w+=|style=/)
    }
    for (const [from, href] of links.filter(([, to]) => !to.startsWith("https:"))) {
      const [path, anchor] = href.split("#")
      const to = path === "" ? from : path!
      if (!ids.has(to)) expect([from, href, (await get(to)).status]).toEqual([from, href, 200])
      else if (anchor) expect([from, href, ids.get(to)!.has(anchor)]).toEqual([from, href, true])
    }
  })

  it("IN-16 nothing of Markdown's marks is left in a page's text", async () => {
    for (const name of guideNames) {
      const text = (await page(name)).replace(/<(pre|code)\b.*?<\/\1>/gs, "").replace(/<[^>]+>/g, "")
      expect([name, /\]\(|\*\*|```|^#+ |^\|/m.exec(text)?.[0]]).toEqual([name, undefined])
    }
  })

  it("IN-16 llms.txt and the API's catalog lead to what is there", async () => {
    const llms = await get("/llms.txt")
    expect(llms.headers.get("content-type")).toBe("text/plain; charset=utf-8")
    for (const [, path] of llms.body.matchAll(/\]\((\/[^)]+)\)/g))
      expect((await get(path!)).status, path).toBe(200)
    const catalog = await fetch(`${service.apiUrl}/.well-known/api-catalog`)
    expect(catalog.headers.get("content-type")).toContain("application/linkset+json")
    const [entry] = ((await catalog.json()) as { linkset: Record<string, { href: string }[]>[] }).linkset
    for (const link of Object.values(entry!).flatMap((each) => (Array.isArray(each) ? each : [])))
      expect((await get(new URL(link.href).pathname)).status, link.href).toBe(200)
  })

  it("IN-16 the first page's commands, pasted in their order, search, book and make a webhook", async () => {
    const markdown: string = (await get("/docs/start.md")).body
    const now = Math.floor(service.clock.now() / 1000)
    const script = [
      "set -eo pipefail",
      `jq() { command jq "\${@//now/${now}}"; }`,
      ...[...markdown.matchAll(/```sh\n(.*?)```/gs)].map(([, code]) => code!),
    ].join("\n")
    const folder = await mkdtemp(join(tmpdir(), "guide-"))
    const env = { PATH: process.env.PATH!, API: `${service.apiUrl}/api/v1`, KEY: service.key }
    const { stdout } = await promisify(execFile)("bash", ["--norc", "-c", script], { cwd: folder, env })
    await rm(folder, { recursive: true })
    expect(stdout).toMatch(/"appointment\.\*"/)
    const booked = (await service.api("GET", "/appointments")).body.data
    expect(booked).toHaveLength(1)
    expect(stdout.split("\n")).toContain(String(booked[0].id))
  })

  it("IN-06 the guide of keys lists each part with its scopes", async () => {
    const markdown: string = (await get("/docs/keys.md")).body
    for (const [part, nouns] of Object.entries(parts)) {
      const own = scopes.filter((scope) => scope.slice(0, scope.lastIndexOf(":")) === part)
      const row = `| ${part.replaceAll("_", " ")} | ${own.map((scope) => `\`${scope}\``).join(", ")} | ${nouns.join(", ")} |`
      expect(markdown).toContain(row)
    }
  })
})
