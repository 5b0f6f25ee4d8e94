import { listCompanyIds } from "../../company/companies.sql.ts"
import { makeOperatorLink } from "../../people/operator-access.ts"
import { namesThisMachine } from "../../ways-in/http/dev-texts.ts"
import { createLog } from "../adapters/log.ts"
import { type App, allParts, type Part, startApp } from "../app.ts"
import type { Config } from "../config/config-shape.ts"
import { ownCommand } from "../config/own-command.ts"
import { reachServer } from "../database/storage.ts"
import type { Demo } from "../demo/demo-file.ts"
import { makeDemo } from "../demo/make-demo.ts"
import { type Command, optionsOf, UsageError } from "./command.ts"
import { onSignals } from "./signals.ts"

export const serve: Command = {
  usage: "[--only api,book,worker] [--no-demo]",
  example: "--only api,worker",
  summary: "Run the service; on the first start in development with a demo company",
  async run(args, settings) {
    const { values } = optionsOf(args, {
      only: { type: "string" },
      "no-demo": { type: "boolean" },
      ...forTheStarter,
    })
    const parts = partsOf(values.only)
    const config = settings()
    if (values["check-settings"]) return
    if (values["stop-database"]) return stopDatabase(config)
    const wantsDemo = !config.isProduction && parts.includes("api") && !values["no-demo"]
    let making: Promise<Demo | null> = Promise.resolve(null)
    const stopAsked = new AbortController()
    const starting = startApp(config, parts, stopAsked.signal)
    const isStopping = stopWhenAsked(async (atOnce) => {
      stopAsked.abort()
      const started = await unlessAborted(starting, stopAsked.signal)
      await started?.stop(making, atOnce)
    }, config.shutdownDrainMs + config.shutdownGraceMs)
    const app = await unlessAborted(starting, stopAsked.signal)
    if (app === null) return
    if (wantsDemo && !isStopping()) making = makeDemo(app.context, config.dataDir, sayProgress)
    // A stop closes the database under what is still at work.
    const unlessStopping = <T>(work: Promise<T>): Promise<T | null> =>
      work.catch((error: unknown) => {
        if (!isStopping()) throw error
        return null
      })
    const demo = await unlessStopping(making)
    if (isStopping()) return
    process.send?.({ ready: app.ports })
    // The one line that tools wait for, at any level of the log.
    process.stdout.write(`${JSON.stringify({ level: "info", msg: "ready", ...addressesOf(app) })}\n`)
    const link = await unlessStopping(firstLink(app, config.isProduction))
    if (isStopping()) return
    if (process.stdout.isTTY || demo || link) greet(app, demo, link)
  },
}

/** Null where the start was broken off because a stop was asked for. */
const unlessAborted = (starting: Promise<App>, signal: AbortSignal): Promise<App | null> =>
  starting.catch((error: unknown) => {
    if (error !== signal.reason) throw error
    return null
  })

/** The first start takes a while: a line for each quarter, on standard error. */
function sayProgress(share: number): void {
  const percent = Math.round(share * 100)
  process.stderr.write(`Making the demo company with a year of appointments: ${percent} %\n`)
}

const addressesOf = ({ baseUrl, bookUrl, operatorUrl }: App) => ({
  base_url: baseUrl,
  book_url: bookUrl,
  ...(operatorUrl === null ? {} : { operator_url: operatorUrl }),
})

function partsOf(only: string | undefined): readonly Part[] {
  if (only === undefined) return allParts
  return only.split(",").map((text) => {
    const part = allParts.find((each) => each === text.trim())
    if (!part) throw new UsageError(`--only: expected some of ${allParts.join(", ")}`)
    return part
  })
}

/** For `bin/`, which starts the service: what it asks before and after, in the place of an operator. */
const forTheStarter = { "check-settings": { type: "boolean" }, "stop-database": { type: "boolean" } } as const

/** Stops the embedded PostgreSQL that a service has left running which died. */
async function stopDatabase(config: Config): Promise<void> {
  const { cluster } = await reachServer(config, createLog({ level: "error" }))
  await cluster?.stop()
  process.disconnect?.()
}

/** A stop that takes so much longer than its grace is ended: only the database can take that long. */
const lastPatienceMs = 5_000

/**
 * Calls `stop` once, at the first signal or word of the starter, and ends the process when it is done. It may wait until the
 * start is broken off. Who asks again wants what is in hand cut off; the database is stopped in order all the same. Returns
 * whether a stop has been asked for.
 */
function stopWhenAsked(stop: (atOnce: AbortSignal) => Promise<void>, patienceMs: number): () => boolean {
  let isStopping = false
  const hurry = new AbortController()
  const begin = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), patienceMs + lastPatienceMs)
    stop(hurry.signal).then(
      () => process.exit(hurry.signal.aborted ? 1 : 0),
      (error: unknown) => {
        process.stderr.write(
          `The service did not stop in good order: ${error instanceof Error ? error.message : String(error)}\n`,
        )
        process.exit(1)
      },
    )
  }
  onSignals({ first: begin, again: () => hurry.abort() })
  process.on("message", (message) => {
    begin()
    if (message === "stop at once") hurry.abort()
  })
  // Started by a script that was killed: nothing is left to stop this process.
  if (process.send) process.on("disconnect", begin)
  return () => isStopping
}

/**
 * On a host without a company the page that makes the first one. A link in the logs of a service in production would be read by
 * others: there it is said how to make one. Null where nothing is to be shown.
 */
async function firstLink({ context, baseUrl }: App, isProduction: boolean): Promise<string | null> {
  if (baseUrl === null || (await listCompanyIds(context.db)).length > 0) return null
  if (isProduction && !process.stdout.isTTY) {
    context.log.info({}, `there is no company yet: ${ownCommand("operator link")}`)
    return null
  }
  return `${baseUrl}${(await makeOperatorLink(context)).path}`
}

/** The links that a newcomer wants to open first. For the terminal, on standard error, since it holds a link's secret. */
function greet(app: App, demo: Demo | null, link: string | null): void {
  const lines = [
    ...(link === null ? [] : [`Make a company   ${link}`]),
    ...(app.baseUrl === null ? [] : [`The console      ${app.baseUrl}/console`]),
    ...(demo?.user == null ? [] : [`Sign in there    ${demo.user.email} ${demo.user.password}`]),
    ...(app.baseUrl === null ? [] : [`Documentation    ${app.baseUrl}/docs`]),
    ...(demo?.pageUrl == null ? [] : [`The public page  ${demo.pageUrl}`]),
    ...(app.baseUrl === null || !app.context.texts?.staysHere || !namesThisMachine(app.baseUrl)
      ? []
      : [`Texted codes     ${app.baseUrl}/dev/texts`]),
    ...(demo?.bookingUrl == null ? [] : [`A booking link   ${demo.bookingUrl}`]),
    ...(demo === null ? [] : [`The demo's key   ${demo.file}`]),
    ...(app.baseUrl === null || demo === null ? [] : [`Play an agent    ${talk(app.baseUrl, demo.file)}`]),
  ]
  if (lines.length > 0) process.stderr.write(`\n${lines.map((each) => `  ${each}\n`).join("")}\n`)
}

const talk = (baseUrl: string, file: string) => ownCommand(`agent talk --url ${baseUrl} --key-file ${file}`)
