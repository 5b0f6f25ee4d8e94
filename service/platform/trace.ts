/**
 * The W3C trace context (`traceparent`) of the request in hand. It goes along with the calls that the request makes, so that
 * what it leaves for a worker can name the trace. Nothing is kept while the host records no traces.
 */
import { AsyncLocalStorage } from "node:async_hooks"

const current = new AsyncLocalStorage<string>()

/** The `traceparent` of the request in hand; null outside of one, and where no traces are recorded. */
export const currentTrace = (): string | null => current.getStore() ?? null

/** Runs `work` as a part of the trace. */
export const inTrace = (traceparent: string, work: () => void): void => current.run(traceparent, work)
