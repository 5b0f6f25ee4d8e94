import { type App, allParts, type Part, startApp } from "../app.ts"
import type { Demo } from "../demo/demo-file.ts"
import { makeDemo } from "../demo/make-demo.ts"
import { namesThisMachine } from "../http/dev-texts.ts"
import { makeOperatorLink } from "../operations/operator-access.ts"
import { listCompanyIds } from "../store/companies.ts"
import { type Command, optionsOf, UsageError } from "./command.ts"

export const serve: Command = {
  usage: "[--only api,book,worker] [--no-demo]",
  example: "--only api,worker",
  summary: "Run the service; on the first start in development with a demo company",
  async run(args, settings) {
    const { values } = optionsOf(args, { only: { type: "string" }, "no-demo": { type: "boolean" } })
    const parts = partsOf(values.only)
    const config = settings()
    const wantsDemo = !config.isProduction && parts.includes("api") && !values["no-demo"]
    let making: Promise<Demo | null> = Promise.resolve(null)
    const stopAsked = new AbortController()
    const starting = startApp(config, parts, stopAsked.signal)
    const isStopping = stopOnSignal(async () => {
      stopAsked.abort()
      const started = await unlessAborted(starting, stopAsked.signal)
      await started?.stop(making)
    }, config.shutdownDrainMs + config.shutdownGraceMs)
    const app = await unlessAborted(starting, stopAsked.signal)
    if (app === null) return
    if (wantsDemo && !isStopping()) making = makeDemo(app.context, config.dataDir)
    // A stop closes the database under what is still at work.
    const unlessStopping = <T>(work: Promise<T>): Promise<T | null> =>
      work.catch((error: unknown) => {
        if (!isStopping()) throw error
        return null
      })
    const demo = await unlessStopping(making)
    if (isStopping()) return
    // The one line that tools wait for, whatever the log's level.
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

/** A stop that takes so much longer than its grace is ended: only the database can take that long. */
const lastPatienceMs = 5_000

/**
 * The first signal calls `stop`, which may wait until the start is broken off; a second one ends the process at once. Returns whether a
 * signal has come.
 */
function stopOnSignal(stop: () => Promise<void>, patienceMs: number): () => boolean {
  let isStopping = false
  const signalled = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), patienceMs + lastPatienceMs)
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(
          `The service did not stop in good order: ${error instanceof Error ? error.message : String(error)}\n`,
        )
        process.exit(1)
      },
    )
  }
  process.on("SIGTERM", signalled)
  process.on("SIGINT", signalled)
  // Started by a script that was killed: nobody is left to stop this process.
  if (process.send) process.on("disconnect", signalled)
  return () => isStopping
}

/**
 * On a host without a company the page that makes the first one. A link in the logs of a service in production would be read by
 * others: there it is said how to make one. Null where nothing is to be shown.
 */
async function firstLink({ context, baseUrl }: App, isProduction: boolean): Promise<string | null> {
  if (baseUrl === null || (await listCompanyIds(context.db)).length > 0) return null
  if (isProduction && !process.stdout.isTTY) {
    context.log.info({}, "there is no company yet: npm run cli -- operator link")
    return null
  }
  return `${baseUrl}${(await makeOperatorLink(context)).path}`
}

/** What a newcomer wants to open first. For the terminal, on standard error, since it holds a link's secret. */
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

const talk = (baseUrl: string, file: string) =>
  `npm run cli -- agent talk --url ${baseUrl} --key-file ${file}`
