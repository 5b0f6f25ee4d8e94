/**
 * The servers that a database URL names. A URL may name several, separated by commas as libpq writes them
 * (`postgresql://user@one:5432,two:5432/appointed?target_session_attrs=read-write`); the driver knows only one.
 */
import pg from "pg"

export interface Servers {
  /** A URL for each server, which the driver understands, in their order. */
  urls: readonly string[]
  /** True where a server that takes no writes is passed over. */
  needsWrites: boolean
}

const parts =
  /^(?<before>postgres(?:ql)?:\/\/(?:[^@/?]*@)?)(?<hosts>[^/?]*)(?<path>(?:\/[^?]*)?)(?:\?(?<query>.*))?$/

/** Reads a URL that the settings have judged (host/config/database-url.ts). */
export function readServers(url: string): Servers {
  const { before, hosts, path, query } = parts.exec(url)?.groups ?? {}
  const parameters = new URLSearchParams(query ?? "")
  const wanted = parameters.get("target_session_attrs")
  const isForDriver = wanted === null && !parameters.has("sslmode") && !hosts?.includes(",")
  if (hosts === undefined || isForDriver) return { urls: [url], needsWrites: false }
  parameters.delete("target_session_attrs")
  // The driver has a meaning of its own for `require` and `verify-ca`, and takes libpq's when it is asked to.
  if (parameters.has("sslmode")) parameters.set("uselibpqcompat", "true")
  return {
    urls: hosts.split(",").map((host) => `${before}${host}${path}?${parameters}`),
    needsWrites: wanted === "read-write" || wanted === "primary",
  }
}

/** A server takes no writes, where one that does is asked for. Its code says that a later try may succeed. */
export class StandbyMet extends Error {
  readonly code = "57P03"
  constructor() {
    super("The server takes no writes")
  }
}

/** The options of a connection beside its URL. */
export type ClientOptions = Omit<pg.ClientConfig, "connectionString">

/** Connects outside a pool to the first server that will do. Throws what the last one said. */
export async function connectTo(url: string, options: ClientOptions = {}): Promise<pg.Client> {
  const { urls, needsWrites } = readServers(url)
  for (const [index, connectionString] of urls.entries()) {
    const client = new pg.Client({ ...options, connectionString })
    // A loss between statements is no error; the statement that meets it fails.
    client.on("error", () => {})
    try {
      await client.connect()
      if (needsWrites) await refuseStandby(client)
      return client
    } catch (error) {
      await client.end().catch(() => undefined)
      if (index === urls.length - 1 || !mayWorkElsewhere(error)) throw error
    }
  }
  throw new Error("The database URL names no server")
}

async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query("SHOW transaction_read_only")
  if (rows[0].transaction_read_only === "on") throw new StandbyMet()
}

/** cannot_connect_now, too_many_connections */
const otherServerMayDo = new Set(["57P03", "53300"])

/** True where another server may do better: this one is not there, refuses all connections, or takes no writes. */
function mayWorkElsewhere(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return otherServerMayDo.has(error.code ?? "")
  // No connection of the pool was free in time: that is no server's fault.
  return !(error instanceof Error && error.message.startsWith("timeout exceeded"))
}

/** The driver's own pool where the URL names one server without conditions. */
export function openPool(servers: Servers, options: PoolOptions): pg.Pool {
  if (servers.urls.length > 1 || servers.needsWrites) return new SeekingPool(servers, options)
  return new pg.Pool({ ...options, connectionString: servers.urls[0]! })
}

type PoolOptions = Omit<pg.PoolConfig, "connectionString">

/**
 * A pool that looks for another server when the one that it uses is gone or takes no writes. Connections that are open stay:
 * a server that becomes a standby ends them itself.
 */
class SeekingPool extends pg.Pool {
  readonly #urls: readonly string[]
  #at = 0

  constructor({ urls, needsWrites }: Servers, options: PoolOptions) {
    const { onConnect } = options
    super({
      ...options,
      connectionString: urls[0]!,
      async onConnect(client) {
        if (needsWrites) await refuseStandby(client)
        await onConnect?.(client)
      },
    })
    this.#urls = urls
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const connecting = this.#seek(this.#urls.length)
    if (!callback) return connecting
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    )
    return undefined
  }

  async #seek(tries: number): Promise<pg.PoolClient> {
    const tried = this.#at
    try {
      return await super.connect()
    } catch (error) {
      if (this.#urls.length === 1 || !mayWorkElsewhere(error)) throw error
      this.#leave(tried)
      if (tries === 1) throw error
      return this.#seek(tries - 1)
    }
  }

  /** Later callers find the next server; of several who failed at one, the first moves on. */
  #leave(tried: number): void {
    if (this.#at !== tried) return
    this.#at = (tried + 1) % this.#urls.length
    Object.assign(this.options, { connectionString: this.#urls[this.#at] })
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void
