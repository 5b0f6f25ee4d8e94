/** Hooks over TanStack Query's core: what a screen reads is kept, asked for once, and read again when it may have changed. */
import {
  type MutateOptions,
  MutationObserver,
  type MutationObserverOptions,
  QueryClient,
  type QueryKey,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
} from "@tanstack/query-core"
import { useCallback, useLayoutEffect, useState } from "preact/hooks"

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      // The client sends a request again where that is safe.
      retry: false,
    },
  },
})

/** A query's present result; the component renders again when that changes. */
export function useQuery<Read, Key extends QueryKey>(
  options: QueryObserverOptions<Read, Error, Read, Read, Key>,
): QueryObserverResult<Read, Error> {
  const defaulted = queries.defaultQueryOptions(options)
  const [observer] = useState(() => new QueryObserver<Read, Error, Read, Read, Key>(queries, defaulted))
  const [, render] = useState(0)
  useLayoutEffect(() => observer.subscribe(() => render((count) => count + 1)), [observer])
  useLayoutEffect(() => observer.setOptions(defaulted))
  return observer.trackResult(observer.getOptimisticResult(defaulted))
}

export interface Write<Input, Result> {
  run(input: Input, options?: MutateOptions<Result, Error, Input>): void
  isRunning: boolean
  failure: Error | null
  reset(): void
}

/** A write, and how its latest run goes. */
export function useWrite<Input, Result>(
  options: MutationObserverOptions<Result, Error, Input>,
): Write<Input, Result> {
  const [observer] = useState(() => new MutationObserver<Result, Error, Input>(queries, options))
  const [result, setResult] = useState(() => observer.getCurrentResult())
  useLayoutEffect(() => observer.subscribe(setResult), [observer])
  useLayoutEffect(() => observer.setOptions(options))
  const run = useCallback(
    (input: Input, more?: MutateOptions<Result, Error, Input>) => {
      // The failure is shown from the result.
      observer.mutate(input, more).catch(() => {})
    },
    [observer],
  )
  return { run, isRunning: result.isPending, failure: result.error, reset: () => observer.reset() }
}
