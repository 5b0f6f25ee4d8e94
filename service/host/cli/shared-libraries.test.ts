import { chmodSync, existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeDirectory } from "../../../test/support/processes.ts"

interface Installer {
  canInstall(): boolean
  install(debianPackage: string): void
}

const directory = makeDirectory()
const bare = join(directory.path, "bare-node")
const provided = join(directory.path, "provided")
let missingLibrary: (node: string, installer: Installer) => string | null

beforeAll(async () => {
  const module = pathToFileURL(join(import.meta.dirname, "../../../bin/shared-libraries.js")).href
  missingLibrary = (await import(module)).missingLibrary
  // The linker's words about a Node whose library is not there until `provided` is.
  const says = `${bare}: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory`
  writeFileSync(bare, `#!/bin/sh\n[ -e ${provided} ] && exit 0\necho "${says}" >&2\nexit 127\n`)
  chmodSync(bare, 0o755)
})
afterAll(directory.remove)

const notRoot: Installer = { canInstall: () => false, install: () => expect.unreachable() }

it("TR-61 a library that Node lacks is named with its remedy in one line where it cannot be installed", () => {
  const said = missingLibrary(bare, notRoot)!
  expect(said).toContain("libatomic.so.1")
  expect(said).toContain("sudo apt-get install -y libatomic1")
  expect(said.split("\n")).toHaveLength(1)
})

it("TR-61 an installation that brings no library ends with the remedy instead of trying again", () => {
  const installed: string[] = []
  const said = missingLibrary(bare, { canInstall: () => true, install: (name) => installed.push(name) })
  expect(said).toContain("libatomic.so.1")
  expect(installed).toEqual(["libatomic1"])
})

it("TR-61 root gets the library installed, and Node starts", () => {
  const install = () => writeFileSync(provided, "")
  expect(missingLibrary(bare, { canInstall: () => true, install })).toBeNull()
  expect(existsSync(provided)).toBe(true)
  expect(missingLibrary(process.execPath, notRoot)).toBeNull()
})
