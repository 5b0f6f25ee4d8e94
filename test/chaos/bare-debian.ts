/**
 * Both commands of the README in a Debian that has nothing but its base, Node 20 and npm (debootstrap's minbase). As root
 * they bring what is missing; for another user the first thing that is said is the missing library with its remedy. Needs
 * root, debootstrap, and on the PATH a Node older than the pinned one with its npm. `DEBIAN` names the suite.
 */
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { text } from "node:stream/consumers"
import { openTally } from "../races/tally.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "bare-debian"
export const onlyFull = true

const project = join(import.meta.dirname, "../..")
const extraCertificates = process.env.NODE_EXTRA_CA_CERTS
const suite = process.env.DEBIAN ?? "bookworm"

export async function run(_scale: Scale): Promise<Outcome[]> {
  const tally = openTally(name)
  const root = mkdtempSync(join(tmpdir(), "bare-debian-"))
  try {
    makeRoot(root)
    const refused = await inRoot(root, "su nobody -s /bin/sh -c 'HOME=/tmp/nobody npm start'")
    const remedy = refused.stderr.split("\n").find((line) => line.includes("libatomic.so.1")) ?? ""
    tally.check(
      refused.code !== 0 && remedy.includes("sudo apt-get install -y libatomic1"),
      () => `npm start as nobody: ${said(refused)}`,
    )
    must("chroot", root, "chown", "-R", "root", "/srv/appointed")
    const started = await inRoot(root, startAndStop)
    tally.check(started.code === 0, () => `npm start: ${said(started)}`)
    const tested = await inRoot(root, "npm test -- service/ways-in/health test/domain/time/dates")
    tally.check(tested.code === 0, () => `npm test: ${said(tested)}`)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
  return [tally.outcome(`${suite}, minbase`)]
}

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

const said = ({ code, stdout, stderr }: Ended) => `${code}. ${stdout.slice(-2_000)} ${stderr.slice(-2_000)}`

/** The base system, this Node's elder and its npm, and the committed state of the project. */
function makeRoot(root: string): void {
  must("debootstrap", "--variant=minbase", suite, root)
  chmodSync(root, 0o755)
  const node = elderNode()
  copyFileSync(node, join(root, "usr/bin/node"))
  const npm = join(dirname(dirname(node)), "lib/node_modules/npm")
  cpSync(npm, join(root, "usr/lib/node_modules/npm"), { recursive: true })
  must("ln", "-s", "../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/bin/npm"))
  copyFileSync("/etc/resolv.conf", join(root, "etc/resolv.conf"))
  // Node there has to know the certificate of a company's proxy, as Node here does.
  if (extraCertificates) cpSync(extraCertificates, join(root, "etc/extra-certificates.pem"))
  mkdirSync(join(root, "srv/appointed"), { recursive: true })
  must("sh", "-c", `git -C ${project} archive HEAD | tar -x -C ${root}/srv/appointed`)
  must("chroot", root, "sh", "-c", "mkdir /tmp/nobody && chown -R nobody /srv/appointed /tmp/nobody")
}

/** The first Node on the PATH that is not one of the project's packages. */
function elderNode(): string {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.startsWith(project))
  const node = folders.map((folder) => join(folder, "node")).find((path) => existsSync(path))
  if (!node) throw new Error("There is no Node on the PATH beside the project's own")
  return realpathSync(node)
}

function must(command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8" })
  if (status === 0) return stdout
  throw new Error(`${command} ${args.join(" ")}: ${error?.message ?? stderr}`)
}

/** Runs the command in the project there, in namespaces of its own: what it mounts and starts is gone when it ends. */
async function inRoot(root: string, command: string): Promise<Ended> {
  const mounts = [
    `mount -t proc proc ${root}/proc`,
    `mount --rbind /dev ${root}/dev`,
    `mount -t tmpfs tmpfs ${root}/dev/shm`,
  ]
  const enter = [...mounts, `exec chroot ${root} /bin/sh -c "$COMMAND"`].join(" && ")
  const child = spawn("unshare", ["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", enter], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      HOME: "/root",
      COMMAND: `cd /srv/appointed && ${command}`,
      PORT: "0",
      BOOK_PORT: "0",
      ...(extraCertificates && { NODE_EXTRA_CA_CERTS: "/etc/extra-certificates.pem" }),
    },
  })
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)]
  const [code] = await once(child, "close")
  return { code, stdout: await stdout, stderr: await stderr }
}

/** Ends it with SIGTERM as soon as it says that it is ready; fails when it ends before. */
const startAndStop = `npm start > /tmp/said & pid=$!
  until grep -q '"msg":"ready"' /tmp/said; do kill -0 $pid || exit 1; sleep 0.2; done
  kill $pid; wait $pid; exit 0`
