/** Starts that are refused, on machines that lack something: one sentence each, and nothing changed. */
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { answers } from "../../../bin/install.js"
import { cli, makeDirectory } from "../../../test/support/processes.ts"
import { root } from "../../../test/support/source-files.ts"
import { loadConfig } from "../config/config.ts"
import { commandOf } from "../config/own-command.ts"

const read = (path: string) => readFileSync(join(root, path), "utf8")

describe("an older Node", () => {
  const scripts = Object.values(JSON.parse(read("package.json")).scripts as Record<string, string>)
    .map((script) => /\bbin\/[\w-]+\.js/.exec(script)?.[0])
    .filter((path) => path !== undefined)

  it("IN-18 each script looks at Node's version before it imports what an older Node cannot", () => {
    expect(scripts.length).toBeGreaterThan(10)
    for (const path of scripts) {
      const imports = [...read(path).matchAll(/^import\b.*?"([^"]+)"/gm)].map(([, from]) => from!)
      const own = imports.filter((from) => from.startsWith("."))
      expect([path, own]).toEqual([path, ["./node-version.js"]])
    }
    expect(read("bin/node-version.js")).not.toMatch(/^import /m)
  })

  it("IN-18 hears one sentence, though a name is missing there that newer ones have", () => {
    const hooks = `import { registerHooks } from "node:module"
      Object.defineProperty(process.versions, "node", { value: "18.19.0" })
      registerHooks({ resolve: (name, context, next) => name === "node:util" ? { url: "data:text/javascript,export const promisify = 1", shortCircuit: true } : next(name, context) })`
    const early = `data:text/javascript,${encodeURIComponent(hooks)}`
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", early, "bin/start.js"], {
      cwd: root,
      encoding: "utf8",
    })
    expect([status, stdout]).toEqual([1, ""])
    expect(stderr).toMatch(
      /^This is Node 18\.19\.0, and Appointed needs Node 20 or newer to start: [^\n]+\.\n$/,
    )
  })
})

it("IN-18 a production start that is refused for its settings takes no tools away", async () => {
  const { path, remove } = makeDirectory()
  try {
    const npm = join(path, "npm.mjs")
    writeFileSync(npm, `process.stderr.write("npm " + process.argv.slice(2).join(" ")); process.exit(1)`)
    const settings = { NODE_ENV: "production", DATA_DIR: path, npm_execpath: npm }
    const { code, stderr } = await cli(["serve"], settings)
    expect(code).toBe(1)
    expect(stderr).toContain("SECRET_KEY")
    expect(stderr).not.toContain("npm prune")
    expect(readdirSync(path)).toEqual(["npm.mjs"])
  } finally {
    remove()
  }
})

it("IN-18 a folder of another user's is named in one sentence", () => {
  const folder = mkdtempSync(join(tmpdir(), "appointed-closed-"))
  try {
    chmodSync(folder, 0o755)
    const path = join(folder, "start.lock")
    const lock = join(root, "service/host/database/file-lock.ts")
    for (const prepare of [() => {}, () => writeFileSync(path, "", { mode: 0o644 })]) {
      prepare()
      // Its files may be closed to that user too, so it becomes the other one once it has read them.
      const code = `import(${JSON.stringify(lock)}).then(({ tryLock }) => {
        if (process.getuid() === 0) process.setuid(65534)
        tryLock(${JSON.stringify(path)})
      }).catch((error) => process.stdout.write(error.name + ": " + error.message))`
      if (process.getuid!() !== 0) chmodSync(folder, 0o555)
      const { stdout } = spawnSync(process.execPath, ["--eval", code], { encoding: "utf8" })
      expect(stdout).toMatch(
        /^ClusterError: This user \(uid \d+\) cannot write to \S+start\.lock\. Give .+ of its own\.$/,
      )
    }
  } finally {
    chmodSync(folder, 0o755)
    rmSync(folder, { recursive: true })
  }
})

it("IN-18 whether the registry can be reached is asked before npm tries for minutes", async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  const { port } = server.address() as { port: number }
  expect(answers(new URL(`http://127.0.0.1:${port}/`))).toBe(true)
  await new Promise((resolve) => server.close(resolve))
  expect(answers(new URL(`http://127.0.0.1:${port}/`))).toBe(false)
})

it("IN-18 the packaged settings, their secrets filled in, start production with pages, files and health open", () => {
  const lines = read("packaging/appointed.env.example").split("\n")
  const given = Object.fromEntries(
    lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split(/=(.*)/s)),
  )
  for (const name of ["SECRET_KEY", "LINK_SECRET", "BOT_CHECK_SECRET"]) {
    expect(given).toHaveProperty(name, "")
    given[name] = createHash("sha256").update(name).digest("base64")
  }
  const config = loadConfig({ ...given, NODE_ENV: "production", DATA_DIR: "/var/lib/appointed" })
  expect(config.botCheck.secret).not.toBe(null)
  expect(config.files?.url).toBe("https://files.example.com")
  expect([config.texts.sender, config.mail.sender]).toEqual(["none", "none"])
})

it("IN-18 a release folder names commands that run in it", () => {
  const folder = mkdtempSync(join(tmpdir(), "appointed-release-"))
  try {
    expect(commandOf(folder)).toBe("node_modules/.bin/node service/host/main.ts")
    expect(commandOf(root)).toBe("npm run cli --")
    const named = readdirSync(join(root, "service"), { recursive: true, encoding: "utf8" }).filter(
      (path) =>
        path.endsWith(".ts") &&
        !path.endsWith(".test.ts") &&
        /npm run cli/.test(read(join("service", path)).replace(/^\s*(\/\*\*?|\*|\/\/).*$/gm, "")),
    )
    expect(named.sort()).toEqual(["host/cli/help.ts", "host/config/own-command.ts"])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
