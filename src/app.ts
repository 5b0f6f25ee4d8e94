/** The composition root: joins settings, store and adapters into a running service. */
import { type AddressInfo, createServer as createNetServer } from "node:net"
import { join } from "node:path"
import type { FastifyInstance } from "fastify"
import { createCalendars } from "./adapters/calendars/calendars.ts"
import { createLog } from "./adapters/log.ts"
import { systemClock } from "./adapters/system-clock.ts"
import { type ConnectionGuard, createAddressGuard } from "./adapters/webhooks/address-guard.ts"
import { createPost } from "./adapters/webhooks/post.ts"
import { machineNames, nameServers } from "./adapters/webhooks/resolver.ts"
import type { Config, ListenerConfig } from "./config/config-shape.ts"
import type { AppContext } from "./context.ts"
import { createContext } from "./create-context.ts"
import { readMigrations } from "./database/migration-files.ts"
import { openStorage, type Storage } from "./database/storage.ts"
import { createApi } from "./http/company-api/api.ts"
import { createBookServer } from "./http/customer-host/server.ts"
import { botCheckOf, carrierPostsOf, geocoderOf, textSenderOf, voiceAgentOf } from "./outside.ts"
import { ensurePartitions } from "./store/pg/partitions.ts"
import type { Loop } from "./worker/loop.ts"
import { startWorker } from "./worker/start-worker.ts"

export type Part = "api" | "book" | "worker"
export const allParts: readonly Part[] = ["api", "book", "worker"]

export const webRoot = join(import.meta.dirname, "../web/dist")

export interface App {
  context: AppContext
  /** Null where the part does not run here. */
  baseUrl: string | null
  bookUrl: string | null
  stop(): Promise<void>
}

/** What commands without listeners need: the context over its storage. */
export interface OpenedContext {
  context: AppContext
  storage: Storage
  close(): Promise<void>
}

export async function openContext(config: Config, bookUrl: string | null): Promise<OpenedContext> {
  const clock = systemClock(config.testClockOffsetMs)
  const log = createLog({ level: config.logLevel })
  const storage = await openStorage(config, log)
  await ensurePartitions(storage.db, clock.now())
  const context = createContext({
    db: storage.db,
    clock,
    log,
    bookUrl,
    encryptionKeys: config.secrets.encryption,
    linkKeys: config.secrets.link,
    addressGuard: guardOf(config),
    botCheck: botCheckOf(config),
    texts: textSenderOf(config),
    platformSmsNumber: config.texts.platformNumber,
    voiceAgent: voiceAgentOf(config),
    geocoder: geocoderOf(config),
    calendars: createCalendars({ guard: guardOf(config), now: () => clock.now() }),
  })
  const close = async () => {
    context.calendars.close()
    await storage.close()
  }
  return { context, storage, close }
}

/** Where webhooks and calendars may be. */
function guardOf({ allowPrivateAddresses: allowPrivate }: Config): ConnectionGuard {
  return createAddressGuard({ resolve: allowPrivate ? machineNames : nameServers(), allowPrivate })
}

export async function startApp(config: Config, parts: readonly Part[]): Promise<App> {
  const bookPort =
    config.book.port === 0 && parts.includes("book") ? await freePort(config.book.host) : config.book.port
  const bookUrl = bookUrlOf(config, bookPort)
  const { context, close } = await openContext(config, bookUrl)
  const servers: FastifyInstance[] = []
  let worker: Loop | null = null
  const stop = async () => {
    await Promise.all(servers.map((server) => server.close()))
    await worker?.stop()
    await close()
  }
  try {
    const shows = parts.includes("book") && bookUrl !== null
    if (shows) servers.push(await startBook(context, config, bookUrl, bookPort))
    const baseUrl = parts.includes("api") ? await startApi(context, config, servers) : null
    if (parts.includes("worker")) worker = startWorker(context, createPost({ guard: guardOf(config) }))
    return { context, baseUrl, bookUrl: shows ? bookUrl : null, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** `{book_url}`; null when this host has no booking pages, or their port is not known here. */
export function bookUrlOf(config: Config, port = config.book.port): string | null {
  if (!config.book.enabled) return null
  return config.book.baseUrl ?? (port === 0 ? null : `http://${shownHost(config.book.host)}:${port}`)
}

async function startBook(
  context: AppContext,
  config: Config,
  bookUrl: string,
  port: number,
): Promise<FastifyInstance> {
  const server = await createBookServer(context, {
    log: context.log,
    random: context.random,
    trustProxyHops: config.trustedProxyHops,
    bookUrl,
    webRoot,
  })
  await listen(server, { host: config.book.host, port }, "BOOK_PORT")
  return server
}

async function startApi(context: AppContext, config: Config, servers: FastifyInstance[]): Promise<string> {
  const server = createApi(context, {
    log: context.log,
    random: context.random,
    trustProxyHops: config.trustedProxyHops,
    metricsToken: config.metricsToken,
    carrierPosts: carrierPostsOf(config),
    newestMigration: readMigrations().at(-1)?.number ?? 0,
  })
  servers.push(server)
  const port = await listen(server, config.api, "PORT")
  return config.api.baseUrl ?? `http://${shownHost(config.api.host)}:${port}`
}

export class PortTaken extends Error {
  override readonly name = "PortTaken"
}

async function listen(
  server: FastifyInstance,
  { host, port }: Pick<ListenerConfig, "host" | "port">,
  setting: string,
) {
  try {
    await server.listen({ host, port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error
    throw new PortTaken(
      `Port ${port} on ${host} is taken by another program. Choose another with ${setting}=${port + 10}, or ${setting}=0 for any free one.`,
    )
  }
  return (server.server.address() as AddressInfo).port
}

async function freePort(host: string): Promise<number> {
  const probe = createNetServer()
  await new Promise<void>((resolve) => probe.listen(0, host, resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

const shownHost = (host: string) =>
  host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host
