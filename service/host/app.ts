/** Starts the parts of the service over one context, and stops them. */
import { join } from "node:path"
import type { FastifyInstance } from "fastify"
import type { AppContext } from "../platform/context.ts"
import type { Loop } from "../platform/queue/loop.ts"
import { type LmtpListener, listenForMails } from "../ways-in/carriers/lmtp.ts"
import { createApi } from "../ways-in/company-api/api.ts"
import { createCustomerHost } from "../ways-in/customer-host/server.ts"
import { createFilesHost } from "../ways-in/files-host/server.ts"
import type { HealthOptions } from "../ways-in/health/health-routes.ts"
import { createMetrics, type Metrics } from "../ways-in/health/metrics.ts"
import { createOperatorHost } from "../ways-in/health/operator-host.ts"
import { freePort, type ListenAt, listen } from "../ways-in/http/listen.ts"
import type { ServerOptions } from "../ways-in/http/server.ts"
import { createPost } from "./adapters/webhooks/post.ts"
import { carrierPostsOf, connectionGuardOf, openContext } from "./compose.ts"
import { bookUrlOf, localUrl } from "./config/addresses.ts"
import type { Config } from "./config/config-shape.ts"
import { readMigrations } from "./database/migration-files.ts"
import { drain } from "./drain.ts"
import { startWorker } from "./start-worker.ts"

/** `book` is the customer host. */
export type Part = "api" | "book" | "worker"
export const allParts: readonly Part[] = ["api", "book", "worker"]

export const webRoot = join(import.meta.dirname, "../../dist")

export interface App {
  context: AppContext
  /** Null where the part does not run here. */
  baseUrl: string | null
  bookUrl: string | null
  /** The address of health and figures; null without METRICS_PORT. */
  operatorUrl: string | null
  /** The ports of its servers, by the settings that choose them. */
  ports: Readonly<Record<string, string>>
  /**
   * Finishes what is in hand, `alsoInHand` too, and cuts off what takes longer than the settings allow, and all of it once
   * `atOnce` is aborted.
   */
  stop(alsoInHand?: Promise<unknown>, atOnce?: AbortSignal): Promise<void>
}

/** Aborted before the database is open, it starts nothing, closes what it has opened, and throws. */
export async function startApp(config: Config, parts: readonly Part[], signal?: AbortSignal): Promise<App> {
  const { host, port } = config.book
  // The context holds the customer host's URL, so its port is chosen before anything listens.
  const bookPort = port === 0 && parts.includes("book") ? await freePort(host) : port
  const bookUrl = bookUrlOf(config, bookPort)
  const { context, close } = await openContext(config, bookUrl, signal)
  const listening: Listening = { servers: [], ports: {} }
  let worker: Loop | null = null
  let lmtp: LmtpListener | null = null
  let isUp = false
  let isDraining = false
  const transport: Transport = {
    log: context.log,
    trustProxyHops: config.trustedProxyHops,
    newestMigration: readMigrations().at(-1)?.number ?? 0,
    isDraining: () => isDraining,
    metrics: createMetrics(context),
  }
  const stop = async (alsoInHand?: Promise<unknown>, atOnce?: AbortSignal) => {
    isDraining = true
    const limits = { ...config, shutdownDrainMs: isUp ? config.shutdownDrainMs : 0 }
    const inHand = () => [worker?.stop(), lmtp?.stop(), alsoInHand]
    await drain(listening.servers, inHand, limits, context.log, atOnce)
    await close()
  }
  try {
    const servesCustomers = parts.includes("book") && bookUrl !== null
    if (servesCustomers) {
      const server = await createCustomerHost(context, { ...transport, bookUrl, webRoot })
      await open(listening, server, { host, port: bookPort, setting: "BOOK_PORT" })
    }
    if (parts.includes("api")) await startFilesHost(context, config, transport, listening)
    const baseUrl = parts.includes("api") ? await startApi(context, config, transport, listening) : null
    context.baseUrl = baseUrl ?? context.baseUrl
    if (parts.includes("api") && config.mail.lmtp !== null)
      lmtp = await listenForMails(context, config.mail.lmtp)
    if (parts.includes("worker")) {
      worker = startWorker(context, createPost({ guard: connectionGuardOf(config) }))
    }
    const operatorUrl =
      config.metricsPort === null ? null : await startOperatorHost(context, config, transport, listening)
    isUp = true
    const { ports } = listening
    return { context, baseUrl, bookUrl: servesCustomers ? bookUrl : null, operatorUrl, ports, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The options that all servers of a process share. */
type Transport = Omit<ServerOptions, "bodyLimitBytes" | "refuse"> & HealthOptions & { metrics: Metrics }

/** The servers that have been opened, and where they listen. */
interface Listening {
  servers: FastifyInstance[]
  ports: Record<string, string>
}

async function open({ servers, ports }: Listening, server: FastifyInstance, at: ListenAt): Promise<number> {
  servers.push(server)
  const port = await listen(server, at)
  ports[at.setting] = String(port)
  return port
}

async function startApi(
  context: AppContext,
  config: Config,
  transport: Transport,
  listening: Listening,
): Promise<string> {
  const { metricsToken, mapTiles } = config
  const carrierPosts = carrierPostsOf(config)
  const mailSecret = config.mail.inboundSecret
  const server = createApi(context, {
    ...transport,
    metricsToken,
    carrierPosts,
    mailSecret,
    webRoot,
    mapTiles,
  })
  const port = await open(listening, server, { ...config.api, setting: "PORT" })
  return config.api.baseUrl ?? localUrl(config.api.host, port)
}

/** Beside the company API, which gives out the links to files. */
async function startFilesHost(
  { files, ...context }: AppContext,
  config: Config,
  transport: Transport,
  listening: Listening,
): Promise<void> {
  if (!files || !config.files) return
  const { host, port, url } = config.files
  const server = createFilesHost(
    { ...context, files },
    { ...transport, isHttps: url?.startsWith("https:") ?? false },
  )
  const found = await open(listening, server, { host, port, setting: "FILES_PORT" })
  files.url = url ?? localUrl(host, found)
}

async function startOperatorHost(
  context: AppContext,
  { metricsPort, metricsHost: host, metricsToken }: Config,
  transport: Transport,
  listening: Listening,
): Promise<string> {
  const server = createOperatorHost(context, { ...transport, metricsToken })
  return localUrl(host, await open(listening, server, { host, port: metricsPort!, setting: "METRICS_PORT" }))
}
