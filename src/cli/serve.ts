import { type App, allParts, type Part, startApp } from "../app.ts"
import { makeDemo } from "../demo/make-demo.ts"
import { type Command, optionsOf, UsageError } from "./command.ts"
import { greet } from "./greeting.ts"

export const serve: Command = {
  name: "serve",
  usage: "[--only api,book,worker] [--no-demo]",
  summary: "Run the service; on the first start in development with a demo company",
  async run(args, settings) {
    const { values } = optionsOf(args, { only: { type: "string" }, "no-demo": { type: "boolean" } })
    const parts = partsOf(values.only)
    const config = settings()
    const app = await startApp(config, parts)
    const wantsDemo = !config.isProduction && parts.includes("api") && !values["no-demo"]
    const making = wantsDemo ? makeDemo(app.context, config.dataDir) : Promise.resolve(null)
    stopOnSignal(app, making)
    const demo = await making
    // The one line that tools wait for, whatever the log's level.
    process.stdout.write(
      `${JSON.stringify({ level: "info", msg: "ready", base_url: app.baseUrl, book_url: app.bookUrl })}\n`,
    )
    if (process.stdout.isTTY || demo) greet(app, demo)
  },
}

function partsOf(only: string | undefined): readonly Part[] {
  if (only === undefined) return allParts
  return only.split(",").map((text) => {
    const part = allParts.find((each) => each === text.trim())
    if (!part) throw new UsageError(`--only: expected some of ${allParts.join(", ")}`)
    return part
  })
}

/** The first signal finishes what is in hand, `making` included; a second one ends at once. */
function stopOnSignal(app: App, making: Promise<unknown>): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    making
      .then(() => app.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          app.context.log.error({ err: error }, "stopping failed")
          process.exit(1)
        },
      )
  }
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
  // Started by a script that was killed: nobody is left to stop this process.
  if (process.send) process.on("disconnect", stop)
}
