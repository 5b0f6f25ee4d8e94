/** The open streams of one listener, counted for each family of companies and for each network. */
import { Refusal } from "../../../domain/model/errors.ts"

export interface StreamLimits {
  /** The number of a company and its test companies. */
  mostStreamsOfFamily: number
  mostStreamsOfNetwork: number
}

export interface StreamUse {
  open: number
  /** The numbers of the family, and of the network, that has most. */
  mostOf: { family: number; network: number }
  refused: { family: number; network: number }
}

/** The account that is charged for a stream. */
export interface StreamOwner {
  /** The company that answers for the family. */
  family: number
  network: string
}

const retryAfterSeconds = 30

export class StreamCounts {
  readonly #limits: StreamLimits
  readonly #ofFamily = new Map<number, number>()
  readonly #ofNetwork = new Map<string, number>()
  readonly #refused = { family: 0, network: 0 }
  #open = 0

  constructor(limits: StreamLimits) {
    this.#limits = limits
  }

  /** Counts a stream until the function that it returns is called. Throws `rate_limited` when there are too many. */
  begin({ family, network }: StreamOwner): () => void {
    const { mostStreamsOfFamily, mostStreamsOfNetwork } = this.#limits
    if ((this.#ofFamily.get(family) ?? 0) >= mostStreamsOfFamily) {
      this.#refuse(
        "family",
        `At most ${mostStreamsOfFamily} streams of a company and its test companies may be open.`,
      )
    }
    if ((this.#ofNetwork.get(network) ?? 0) >= mostStreamsOfNetwork) {
      this.#refuse("network", `At most ${mostStreamsOfNetwork} streams may be open from one network address.`)
    }
    this.#add(family, network, 1)
    return () => this.#add(family, network, -1)
  }

  use(): StreamUse {
    const most = (counts: Map<unknown, number>) => Math.max(0, ...counts.values())
    return {
      open: this.#open,
      mostOf: { family: most(this.#ofFamily), network: most(this.#ofNetwork) },
      refused: { ...this.#refused },
    }
  }

  #refuse(reason: "family" | "network", message: string): never {
    this.#refused[reason] += 1
    throw new Refusal("rate_limited", { message, retryAfterSeconds })
  }

  #add(family: number, network: string, by: 1 | -1): void {
    this.#open += by
    change(this.#ofFamily, family, by)
    change(this.#ofNetwork, network, by)
  }
}

function change<Key>(counts: Map<Key, number>, key: Key, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
