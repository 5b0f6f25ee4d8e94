import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { consoleCaller, tokenIn } from "../../../test/support/console-calls.ts"
import { createTestDatabase, type TestDatabase } from "../../../test/support/postgres.ts"
import {
  cli,
  makeDirectory,
  npmRunCli,
  type Outcome,
  type Settings,
} from "../../../test/support/processes.ts"
import { startService } from "../../../test/support/service.ts"
import { codeOf, password, signIn } from "../../../test/support/users.ts"

const directory = makeDirectory()
let database: TestDatabase
let here: Settings

beforeAll(async () => {
  database = await createTestDatabase()
  here = { DATA_DIR: directory.path, DATABASE_URL: database.url, POOL_SIZE: "4" }
})
afterAll(async () => {
  await database.drop()
  directory.remove()
})

const company = ["company", "create", "--name", "Harbour Heating", "--timezone", "America/Chicago"]
const parsed = ({ stdout }: Outcome) => JSON.parse(stdout)

it("IN-17 makes a company, keys and users, and prints each secret once", async () => {
  const made = parsed(await cli([...company, "--slug", "harbour", "--json"], here))
  expect(made).toEqual({ company_id: expect.any(Number), api_key: expect.stringMatching(/^sk_/) })
  const id = String(made.company_id)

  const key = parsed(await cli(["key", "create", "--company", id, "--role", "agent", "--json"], here))
  expect(key).toEqual({ company_id: made.company_id, api_key: expect.stringMatching(/^sk_/) })

  // IN-17: one for pages of websites, by their origins.
  const create = ["key", "create", "--company", id]
  const site = ["--origin", "https://www.example.com"]
  const publishable = parsed(
    await cli([...create, ...site, "--origin", "http://localhost:8080", "--json"], here),
  )
  expect(publishable.api_key).toMatch(/^pk_/)
  for (const [args, says] of [
    [["--origin", "https://*.example.com"], "--origin"],
    [[...site, "--role", "admin"], "--role"],
    [[], "--role"],
  ] as const) {
    const refused = await cli([...create, ...args], here)
    expect([refused.code === 0, refused.stdout]).toEqual([false, ""])
    expect(refused.stderr).toContain(says)
  }

  const user = ["user", "create", "--company", id, "--name", "Ana Ruiz", "--role", "admin", "--json"]
  const chosen = await cli(
    [...user, "--email", "ana@example.com", "--password-stdin"],
    here,
    "correct horse\n",
  )
  expect(parsed(chosen)).toEqual({
    company_id: made.company_id,
    user_id: expect.any(Number),
    email: "ana@example.com",
  })
  const generated = parsed(await cli([...user, "--email", "ben@example.com"], here))
  expect(generated.password).toMatch(/^.{20,}$/)

  const again = await cli(
    [...user, "--email", "ana@example.com", "--password-stdin"],
    here,
    "correct horse\n",
  )
  expect(again).toMatchObject({ code: 1, stdout: "" })
  expect(again.stderr).toContain("email")
})

it("DS-16 a host's first company by command alone, or by the link that a command prints to the operator's page", async () => {
  const own = await createTestDatabase()
  const settings = { ...here, DATABASE_URL: own.url }
  const printed = parsed(await cli(["operator", "link", "--json"], settings))
  const { company_id } = parsed(await cli([...company, "--json"], settings))
  const user = ["user", "create", "--company", String(company_id), "--name", "Ana", "--role", "admin"]
  const made = await cli([...user, "--email", "ana@first.example", "--password-stdin"], settings, password)
  expect(made).toMatchObject({ code: 0 })

  // The commands have the machine's clock: the service's stands an hour before the link's end.
  const now = new Date(Date.parse(printed.expires_at) - 3_600_000).toISOString()
  const service = await startService({ database: own, now })
  try {
    expect((await signIn(service, "ana@first.example")).status).toBe(201)
    const operator = consoleCaller(service)
    expect(new URL(printed.url).pathname).toBe("/console/operator")
    const opened = await operator.call("POST", "/operator/session", { token: tokenIn(printed.url) })
    expect(opened.status).toBe(201)
    const { companies } = (await operator.call("GET", "/operator/companies")).body.data
    expect(companies.map(({ name }: { name: string }) => name)).toContain("Harbour Heating")
    const second = await operator.call("POST", "/operator/session", { token: tokenIn(printed.url) })
    expect(codeOf(second)).toEqual([404, "operator_link_ended"])
  } finally {
    await service.stop()
  }
})

it("prints nothing but its answer through npm, so that a program can read it", async () => {
  const made = await npmRunCli([...company, "--json"], here)
  expect(parsed(made)).toEqual({ company_id: expect.any(Number), api_key: expect.stringMatching(/^sk_/) })
  const refused = await npmRunCli([...company, "--colour", "red"], here)
  expect(refused).toMatchObject({ code: 1, stdout: "" })
})

it("TR-38 rotates secrets, and says which keys nothing needs any more", async () => {
  const key = (fill: number) => Buffer.alloc(32, `key ${fill} of the tests, `).toString("base64")
  const settings = { ...here, SECRET_KEY: `new:${key(1)},old:${key(2)}` }
  const rotated = await cli(["secrets", "rotate", "--json"], settings)
  expect(parsed(rotated)).toEqual({ key: "new", rewritten: 0, left: {}, unneeded: ["old"] })
})

it("tells in one line what is wrong with a call", async () => {
  const calls = [
    [["compny"], 'There is no command "compny".'],
    [[...company, "--colour", "red"], "--colour"],
    [["company", "create", "--name", "Harbour Heating"], "--timezone is needed"],
    [["company", "create", "--name", "Harbour", "--timezone", "Mars/North"], "--timezone: expected an IANA"],
    [["key", "create", "--company", "999", "--role", "admin"], "company"],
    [["key", "create", "--company", "1", "--role", "cook"], "--role: expected one of admin, member, agent"],
    [["key", "create", "--company", "1", "--role", "admin", "--name", ""], "--name: "],
    [["dump"], "expected one file's path"],
    [["dump", directory.path], "The file can't be opened: EEXIST"],
    [["restore", join(directory.path, "none")], "The file can't be opened: ENOENT"],
    [["serve", "--only", "kitchen"], "--only: expected some of api, book, worker"],
  ] as const
  for (const [args, message] of calls) {
    const { code, stdout, stderr } = await cli(args, here)
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toContain(message)
    expect(stderr).not.toContain("    at ")
  }
})

it("TR-25 the doctor finds a sound installation well, and says what is wrong with another", async () => {
  const well = await cli(["doctor", "--json"], here)
  expect(parsed(well).findings.filter(({ state }: { state: string }) => state === "wrong")).toEqual([])
  expect(well.code).toBe(0)

  expect(parsed(well).findings).toContainEqual(
    expect.objectContaining({
      name: "zone rules",
      state: "ok",
      says: expect.stringContaining("moment-timezone"),
    }),
  )
  const zoneinfo = join(import.meta.dirname, "../../../test/domain/time/zoneinfo")
  const ownZones = await cli(["doctor", "--json"], { ...here, ZONEINFO: zoneinfo })
  expect(parsed(ownZones).findings).toContainEqual(
    expect.objectContaining({ name: "zone rules", says: expect.stringContaining(zoneinfo) }),
  )

  const weak = { ...here, LINK_SECRET: `k1:${Buffer.alloc(32, 7).toString("base64")}` }
  const ill = await cli(["doctor"], weak)
  expect(ill.code).toBe(1)
  expect(ill.stdout).toContain("WRONG    LINK_SECRET: the key k1 does not look random")
  expect(ill.stdout).toContain("openssl rand -base64 32")

  const away = await cli(["doctor", "--json"], { ...here, DATABASE_URL: "postgresql://127.0.0.1:1/none" })
  expect(away.code).toBe(1)
  expect(parsed(away).findings).toContainEqual(expect.objectContaining({ name: "database", state: "wrong" }))

  const unset = await cli(["doctor", "--json"], { ...here, PORT: "many" })
  expect(parsed(unset).findings[0]).toMatchObject({ name: "PORT", state: "wrong" })
})

it("every command is told of in docs/operations.md", async () => {
  const { stdout } = await cli(["help"], here)
  const names = [
    ...stdout.matchAll(/^ {2}([a-z]+(?: (?:create|assign|review|talk|export|status|distribute))?)\b/gm),
  ].map((match) => match[1])
  expect(names).toHaveLength(24)
  const docs = readFileSync(join(import.meta.dirname, "../../../docs/operations.md"), "utf8")
  expect(names.filter((name) => !docs.includes(`\`${name}`))).toEqual([])
})

it("MD-21 every command has help with an example, and the program its version", async () => {
  const all = (await cli(["--help"], here)).stdout
  const names = [...all.matchAll(/^ {2}([a-z]+(?: [a-z]+)?)(?: .*)?$/gm)].map((match) => match[1]!)
  expect(names.length).toBeGreaterThan(15)
  for (const name of ["serve", "company create", "import", "doctor", "agent talk"]) {
    const { stdout } = await cli([...name.split(" "), "--help"], here)
    expect(stdout).toContain(`Usage: npm run cli -- ${name}`)
    expect(stdout).toMatch(new RegExp(`^Example: npm run cli -- ${name} \\S`, "m"))
  }
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8"))
  expect((await cli(["--version"], here)).stdout).toBe(`${version}\n`)
})

it("MD-21 bash completes commands, their second words and their options, and zsh and fish have scripts too", async () => {
  const script = (await cli(["completion", "bash"], here)).stdout
  const completed = (line: string) => {
    const words = line.split(" ")
    const ask = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _appointed; echo "\${COMPREPLY[@]}"`
    return execFileSync("bash", ["-c", `${script}\n${ask}`], { encoding: "utf8" })
      .trim()
      .split(" ")
  }
  expect(completed("appointed comp")).toEqual(["company", "completion"])
  expect(completed("appointed company ")).toEqual(["create"])
  expect(completed("appointed company create --na")).toEqual(["--name"])
  expect((await cli(["completion", "zsh"], here)).stdout).toContain("bashcompinit")
  expect((await cli(["completion", "fish"], here)).stdout).toContain(
    "complete -c appointed -f -n __fish_use_subcommand -a serve",
  )
  expect((await cli(["completion", "tcsh"], here)).stderr).toContain("expected one of bash, zsh, fish")
})
