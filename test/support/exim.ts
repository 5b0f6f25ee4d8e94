/** Debian's Exim on a loopback port: a relay that keeps what it takes in mailboxes on the disk. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "./free-port.ts"

const program = "/usr/sbin/exim4"
const account = "Debian-exim"

export interface Exim {
  url: string
  /** Ends it and everything it has under way, as a power cut would. */
  cut(): Promise<void>
  /** Starts it again at the same address, with its spool. */
  restore(): Promise<void>
  /** The mails in the mailboxes, once the spool is empty. */
  delivered(): Promise<string[]>
  stop(): Promise<void>
}

export const isEximInstalled = () => existsSync(program)

export async function startExim(): Promise<Exim> {
  if (!isEximInstalled())
    throw new Error(
      "This test needs Debian's mail server Exim. Run: sudo apt-get install -y exim4-daemon-light",
    )
  const folder = mkdtempSync(join(tmpdir(), "exim-"))
  const [spool, mail, config] = ["spool", "mail", "config"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const port = await freePort()
  for (const each of [spool, mail, join(folder, "log")]) mkdirSync(each)
  writeFileSync(config, configText(folder, port))
  chmodSync(folder, 0o755)
  spawnSync("chown", ["-R", `${account}:${account}`, spool, mail, join(folder, "log")])
  let daemon = await begin(config, port)
  const cut = async () => {
    const gone = once(daemon, "exit")
    // Its whole group: each connection is a process of its own.
    process.kill(-daemon.pid!, "SIGKILL")
    await gone
  }
  const waiting = () => Number(spawnSync(program, ["-C", config, "-bpc"], { encoding: "utf8" }).stdout)
  return {
    url: `smtp://127.0.0.1:${port}`,
    cut,
    async restore() {
      daemon = await begin(config, port)
    },
    async delivered() {
      for (let round = 0; round < 20 && waiting() > 0; round++) spawnSync(program, ["-C", config, "-qff"])
      const box = join(mail, "new")
      return existsSync(box) ? readdirSync(box).map((name) => readFileSync(join(box, name), "utf8")) : []
    },
    async stop() {
      await cut()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function begin(config: string, port: number): Promise<ChildProcess> {
  const daemon = spawn(program, ["-C", config, "-bdf", "-oX", `${port}`], { detached: true, stdio: "ignore" })
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries > 200 || daemon.exitCode !== null) throw new Error("Exim does not start")
    await sleep(50)
  }
  return daemon
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1")
  const said = await Promise.race([
    once(socket, "data").then(() => true),
    once(socket, "close").then(() => false),
  ]).catch(() => false)
  socket.destroy()
  return said
}

const configText = (folder: string, port: number) => `primary_hostname = relay.example
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
pid_file_path = ${folder}/spool/pid
acl_smtp_rcpt = acl_rcpt
smtp_accept_max = 100
smtp_accept_queue_per_connection = 0
rfc1413_query_timeout = 0s
host_lookup =
tls_advertise_hosts =
queue_only = true
begin acl
acl_rcpt:
  deny message = No such user
       local_parts = nobody
  accept
begin routers
missing:
  driver = redirect
  local_parts = missing
  data = :fail: No such user
  allow_fail
all:
  driver = accept
  transport = boxes
begin transports
boxes:
  driver = appendfile
  directory = ${folder}/mail
  maildir_format
  user = ${account}
  group = ${account}
`
