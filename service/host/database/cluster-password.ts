/**
 * The password of an embedded PostgreSQL. Its socket is in a private directory of the user that the server runs as; where that
 * is `nobody`, other programs may run as the same user, so the server asks for a password that they cannot read.
 */
import { randomBytes } from "node:crypto"
import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Client } from "pg"
import { connectTo } from "../../platform/pg/servers.ts"
import { ClusterError } from "./cluster-error.ts"

/** The database of an embedded cluster, and the role that owns it, by which the service works. It is no superuser. */
export const CLUSTER_NAME = "appointed"
export const SUPERUSER = "postgres"

const PASSWORD_FORM = /^[0-9a-f]{64}$/
const RELOAD_TIMEOUT_MS = 10_000
const POLL_MS = 20

/** The password in `root`, made where there is none. Only who starts the service can read it. The caller holds the start lock. */
export function passwordIn(root: string): string {
  const file = join(root, "postgres.password")
  const kept = existsSync(file) ? readFileSync(file, "utf8").trim() : ""
  if (PASSWORD_FORM.test(kept)) return kept
  const made = randomBytes(32).toString("hex")
  writeFileSync(`${file}.new`, `${made}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return made
}

/** The part of a cluster's site that counts here. */
interface Site {
  dataDirectory: string
  socketDirectory: string
  password: string
}

/** A connection string. Without `password` for a server that does not ask. */
export function clusterUrl(
  site: Site,
  role: string,
  database: string,
  password: string = site.password,
): string {
  const user = password === "" ? role : `${role}:${password}`
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(site.socketDirectory)}`
}

/**
 * Lets the running server ask for the password, whichever it asked for before: data from an earlier release asks for none, and
 * data that was copied from elsewhere for another one. What is cut short is done by the next start.
 */
export async function askForPassword(site: Site, pid: number): Promise<void> {
  if (asksEverybody(readHba(site)) && (await connects(site, site.password))) return
  if (!(await connects(site, ""))) {
    writeHba(site, letIn(readHba(site)))
    await reload(site, pid, async () => connects(site, ""))
  }
  await setPasswords(site)
  writeHba(site, askAll(readHba(site)))
  await reload(site, pid, async () => !(await connects(site, "")))
}

const WITHOUT_PASSWORD = /^(?!#)(.*\s)(?:trust|peer|ident)(\s.*)?$/gm
const LET_IN = `local all ${SUPERUSER} trust\n`

const asksEverybody = (hba: string) => hba.search(WITHOUT_PASSWORD) < 0
const letIn = (hba: string) => LET_IN + hba
const askAll = (hba: string) => hba.replace(LET_IN, "").replace(WITHOUT_PASSWORD, "$1scram-sha-256")

const hbaFile = ({ dataDirectory }: Site) => join(dataDirectory, "pg_hba.conf")
const readHba = (site: Site) => readFileSync(hbaFile(site), "utf8")

/** In one step, so that a crash leaves no half file, and with the owner of before. */
function writeHba(site: Site, text: string): void {
  const file = hbaFile(site)
  const { uid, gid } = statSync(file)
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  chownSync(`${file}.new`, uid, gid)
  renameSync(`${file}.new`, file)
}

async function reload(site: Site, pid: number, isDone: () => Promise<boolean>): Promise<void> {
  process.kill(pid, "SIGHUP")
  for (let waitedMs = 0; waitedMs < RELOAD_TIMEOUT_MS; waitedMs += POLL_MS) {
    if (await isDone()) return
    await sleep(POLL_MS)
  }
  throw new ClusterError(
    `PostgreSQL did not take over ${hbaFile(site)} within ${RELOAD_TIMEOUT_MS / 1_000} seconds`,
  )
}

const INVALID_AUTHORIZATION = "28000"
const INVALID_PASSWORD = "28P01"

/**
 * True where the superuser is let in by this password; the empty one is none. Throws for data without a superuser of that
 * name.
 */
async function connects(site: Site, password: string): Promise<boolean> {
  try {
    await (await openAsSuperuser(site, password)).end()
    return true
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === INVALID_PASSWORD || /password must be a (non-empty )?string/.test(message)) return false
    if (code === INVALID_AUTHORIZATION) {
      if (/role .* does not exist/.test(message)) throw madeBeforeRelease(site)
      return false
    }
    throw error
  }
}

const madeBeforeRelease = ({ dataDirectory }: Site) =>
  new ClusterError(
    `${dataDirectory} has no role \`${SUPERUSER}\`: it was made before the first release. Move it away.`,
  )

const openAsSuperuser = (site: Site, password: string) =>
  connectTo(clusterUrl(site, SUPERUSER, "postgres", password))

async function setPasswords(site: Site): Promise<void> {
  const client = await openAsSuperuser(site, "")
  try {
    await makeRole(client)
    // The password has 256 random bits: rounds of a hash would make each connection dearer, and no guess.
    await client.query("SET scram_iterations = 1")
    await client.query("SET password_encryption = 'scram-sha-256'")
    for (const role of [SUPERUSER, CLUSTER_NAME]) {
      await client.query(`ALTER ROLE ${role} PASSWORD '${site.password}'`)
    }
  } finally {
    await client.end()
  }
}

async function makeRole(client: Client): Promise<void> {
  const roles = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [CLUSTER_NAME])
  if (roles.rowCount === 0) await client.query(`CREATE ROLE ${CLUSTER_NAME} LOGIN`)
}
