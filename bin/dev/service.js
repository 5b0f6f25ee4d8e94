/** The service as a process of its own, which is started anew when its code changes. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { mainArguments, root } from "../setup.js"

/** A service that is up stops within this. The first one may still be making the demo, which is not left half made. */
const PATIENCE_MS = { up: 1_000, first: 60_000 }

/**
 * Starts the service, and shows what it prints. Only the first start makes the demo.
 *
 * @param settings what its environment holds beside this process's own
 * @param inspectPort where debuggers attach; 0 for any free port
 */
export function keepService({ settings, inspectPort, makesDemo }) {
  const launch = (...more) => launchService(settings, inspectPort, more)
  let restarts = 0
  let turn = Promise.resolve(launch(...(makesDemo ? [] : ["--no-demo"])))

  /** Stops the service that is there and starts another, unless a later restart does. */
  function restart() {
    restarts += 1
    const own = restarts
    const isFirst = own === 1
    turn = turn.then(async (old) => {
      await endService(old, isFirst)
      return own === restarts ? launch("--no-demo") : old
    })
  }

  /** Waits while the service starts. False when it has ended by itself. */
  async function isUp() {
    for (;;) {
      const seen = turn
      const service = await seen
      const isReady = await service.ready
      if (seen === turn) return isReady && !service.hasEnded()
    }
  }

  return {
    restart,
    isUp,
    debuggerUrl: async () => (await turn).debuggerUrl,
    stop: async () => endService(await turn, restarts === 0),
  }
}

function launchService(settings, inspectPort, more) {
  const startedAt = performance.now()
  const child = spawn(
    process.execPath,
    [`--inspect=127.0.0.1:${inspectPort}`, ...mainArguments("serve", ...more)],
    {
      cwd: root,
      env: { ...process.env, ...settings },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      // The terminal's interrupt goes to this process alone, which ends its parts in order.
      detached: true,
    },
  )
  const ended = once(child, "exit")
  const service = { child, ended, isUp: false, isWanted: true, debuggerUrl: null, hasEnded: () => hasEnded }
  let hasEnded = false
  service.ready = new Promise((resolve) => {
    ended.then(([code]) => {
      hasEnded = true
      if (service.isWanted) tell(`the service ended (${code}); it starts again when its code changes`)
      resolve(false)
    })
    createInterface({ input: child.stdout }).on("line", (line) => {
      process.stdout.write(`${line}\n`)
      if (!isReadyLine(line)) return
      service.isUp = true
      tell(`the service is up after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
      resolve(true)
    })
  })
  createInterface({ input: child.stderr }).on("line", (line) => {
    const url = /^Debugger listening on (ws:\S+)/.exec(line)?.[1]
    if (url) service.debuggerUrl = url
    // It would keep a process that has ended.
    else if (line.startsWith("Waiting for the debugger to disconnect")) child.kill("SIGKILL")
    else if (!line.startsWith("For help, see: ")) process.stderr.write(`${line}\n`)
  })
  return service
}

async function endService(service, isFirst) {
  if (service.hasEnded()) return
  service.isWanted = false
  const { child, ended, isUp } = service
  // Nothing is lost: the database and its journal bear a process that is killed.
  child.kill(isUp || isFirst ? "SIGTERM" : "SIGKILL")
  const patience = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS[isUp ? "up" : "first"])
  await ended
  clearTimeout(patience)
}

function isReadyLine(line) {
  try {
    return JSON.parse(line).msg === "ready"
  } catch {
    return false
  }
}

export const tell = (text) => process.stderr.write(`npm run dev: ${text}\n`)
