import { spawn } from "node:child_process"
import { constants } from "node:os"

const mostDeaths = 5
const withinMs = 10 * 60_000

/** The exit code after too many deaths: sysexits' "internal software error". */
export const gaveUp = 70

/** True where the latest of these deaths, each a time in milliseconds, is one too many. */
export const isTooOften = (deaths) =>
  deaths.length >= mostDeaths && deaths.at(-1) - deaths.at(-mostDeaths) < withinMs

/** One press of Ctrl+C, or one `timeout`, may reach a process several times: from the terminal, the group and npm. */
const sameSignalMs = 1_000

/** Calls `first` once, and `again` when a signal comes later than the same one could: somebody wants it at once. */
export function onSignals({ first, again }) {
  let firstAt = null
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) {
    process.on(signal, () => {
      const now = performance.now()
      if (firstAt === null) {
        firstAt = now
        first()
      } else if (now - firstAt > sameSignalMs) again()
    })
  }
}

/**
 * Runs the service in place of this process. Its signals are handed on as messages, since the service may meet the same signal
 * itself. With `restarts` a service that dies is started again at its ports, with the database that it has left running; one
 * that refuses its start is not. The channel between the two closes when this process is killed, which the service notices.
 *
 * @param {{ node: string, args: string[], options: object, restarts: boolean, stopDatabase?: () => void }} how
 */
export function keepServing({ node, args, options, restarts, stopDatabase = () => {} }) {
  const deaths = []
  let isStopping = false
  let ports = {}
  let child = null
  onSignals({
    first: () => {
      isStopping = true
      tell("stop")
    },
    again: () => tell("stop at once"),
  })
  start()

  function tell(message) {
    // One that has just ended cannot be reached, and needs nothing.
    if (child.connected) child.send(message, () => {})
  }

  function start() {
    let wasReady = false
    let isRefused = false
    child = spawn(node, args, {
      ...options,
      stdio: ["inherit", "inherit", "inherit", "ipc"],
      env: { ...options.env, ...ports },
    })
    child.on("message", ({ ready, refused }) => {
      if (ready) {
        wasReady = true
        ports = ready
      }
      if (refused) isRefused = true
    })
    child.on("error", (error) => {
      process.stderr.write(`${node} did not start: ${error.message}\n`)
      process.exit(1)
    })
    child.on("exit", (code, signal) => {
      const ownCode = code ?? 128 + constants.signals[signal]
      const wasAlive = wasReady || signal !== null || deaths.length > 0
      if (isStopping || code === 0 || isRefused || !restarts || !wasAlive) process.exit(ownCode)
      died(signal ?? `code ${code}`)
    })
  }

  function died(how) {
    deaths.push(performance.now())
    if (isTooOften(deaths)) {
      process.stderr.write(
        `The service has died ${mostDeaths} times within ${withinMs / 60_000} minutes, the last time by ${how}, and is not started again. See its log above.\n`,
      )
      stopDatabase()
      process.exit(gaveUp)
    }
    process.stderr.write(`The service has died by ${how} and is started again.\n`)
    start()
  }
}
