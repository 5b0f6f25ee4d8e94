/**
 * The open connections of one listener, counted for each network: none may have so many that others find no room. When the
 * listener is full, a network that has few takes the place of one that has most.
 */
import type { Socket } from "node:net"

/** How many connections there may be. */
export interface ConnectionCounts {
  /** The limit of one listener. */
  most: number
  /** The limit of one network. Not asked behind a proxy, from which all connections come. */
  mostOfNetwork: number
}

/** The fate of connections since the process began, and their present number. */
export interface ConnectionUse {
  open: number
  /** Without a request in hand: new ones, and ones that are kept for a next request. */
  waiting: number
  /** The number of the network that has most. */
  mostOfNetwork: number
  refused: Record<RefusedFor, number>
  /** Ended to make room for others. */
  evicted: number
}

type RefusedFor = "network" | "listener"

interface Connection {
  network: string
  /** Its requests that are not answered. */
  unanswered: number
  /** The bytes read when its last request was answered; null before the first one is. */
  readWhenKept: number | null
}

/** The part of `most` from which on connections that are kept for a later request make room for others. */
const crowded = 0.75

export class OpenConnections {
  readonly #counts: ConnectionCounts
  readonly #isDirect: boolean
  /** In the order of their arrival; one that was answered stands behind those that came before. */
  readonly #open = new Map<Socket, Connection>()
  readonly #ofNetwork = new Map<string, number>()
  readonly #refused = { network: 0, listener: 0 }
  #evicted = 0

  /** `isDirect`: clients connect themselves, with no proxy between. */
  constructor(counts: ConnectionCounts, isDirect: boolean) {
    this.#counts = counts
    this.#isDirect = isDirect
  }

  /** Takes a new connection in. False when there is no room for it. */
  admit(socket: Socket, network: string): boolean {
    const { most, mostOfNetwork } = this.#counts
    if (this.#isDirect && this.#countOf(network) >= mostOfNetwork) return this.#refuse("network")
    if (this.#open.size >= most && !this.#makeRoom(network)) return this.#refuse("listener")
    this.#open.set(socket, { network, unanswered: 0, readWhenKept: null })
    this.#ofNetwork.set(network, this.#countOf(network) + 1)
    socket.once("close", () => this.#forget(socket))
    if (this.#open.size > most * crowded) this.#end(this.#longestKept())
    return true
  }

  begin(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (connection) connection.unanswered += 1
  }

  /** Returns how many of its requests are still not answered. */
  answered(socket: Socket): number {
    const connection = this.#open.get(socket)
    if (!connection) return 0
    connection.unanswered -= 1
    if (connection.unanswered === 0) {
      connection.readWhenKept = socket.bytesRead
      this.#open.delete(socket)
      this.#open.set(socket, connection)
    }
    return connection.unanswered
  }

  /** Connections without a request in hand. */
  *waiting(): Generator<Socket> {
    for (const [socket, { unanswered }] of this.#open) if (unanswered === 0) yield socket
  }

  use(): ConnectionUse {
    return {
      open: this.#open.size,
      waiting: [...this.waiting()].length,
      mostOfNetwork: Math.max(0, ...this.#ofNetwork.values()),
      refused: { ...this.#refused },
      evicted: this.#evicted,
    }
  }

  #countOf(network: string): number {
    return this.#ofNetwork.get(network) ?? 0
  }

  #refuse(reason: RefusedFor): false {
    this.#refused[reason] += 1
    return false
  }

  #forget(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (!connection) return
    this.#open.delete(socket)
    const left = this.#countOf(connection.network) - 1
    if (left === 0) this.#ofNetwork.delete(connection.network)
    else this.#ofNetwork.set(connection.network, left)
  }

  /** Ends a connection that is kept for a later request, else one of the network that has most, if that is not the newcomer's. */
  #makeRoom(newcomers: string): boolean {
    const kept = this.#longestKept()
    if (kept) return this.#end(kept)
    const [largest] = [...this.#ofNetwork].reduce((most, each) => (each[1] > most[1] ? each : most))
    if (this.#countOf(largest) <= this.#countOf(newcomers) + 1) return false
    return this.#end(this.#leastOf(largest))
  }

  /** Nothing has come on it since its last answer, so that no request is cut off. */
  #longestKept(): Socket | undefined {
    for (const [socket, { unanswered, readWhenKept }] of this.#open) {
      if (unanswered === 0 && readWhenKept === socket.bytesRead) return socket
    }
    return undefined
  }

  /** The oldest of those that have not sent a whole head, else the oldest of all. */
  #leastOf(network: string): Socket | undefined {
    let oldest: Socket | undefined
    for (const [socket, connection] of this.#open) {
      if (connection.network !== network) continue
      if (connection.unanswered === 0) return socket
      oldest ??= socket
    }
    return oldest
  }

  #end(socket: Socket | undefined): boolean {
    if (!socket) return false
    this.#evicted += 1
    this.#forget(socket)
    socket.destroy()
    return true
  }
}
