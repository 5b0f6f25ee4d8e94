import { allChannels, allLocations, allProviders, allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { useSession } from "../session.ts"
import { readiness } from "./set-up-data.ts"
import type { SetUp } from "./steps.ts"

interface Read {
  setUp: SetUp | null
  error: Error | null
  retry(): void
}

/** All that the set-up shows; null until everything is there. */
export function useSetUp(): Read {
  const { company } = useSession()
  const [ready, locations, types, providers, channels] = [
    useQuery(readiness),
    useQuery(allLocations),
    useQuery(allTypes),
    useQuery(allProviders),
    useQuery(allChannels),
  ]
  const all = [ready, locations, types, providers, channels]
  const retry = () => {
    for (const { refetch } of all) refetch()
  }
  const error = all.find((query) => query.error && !query.data)?.error ?? null
  const setUp =
    ready.data && locations.data && types.data && providers.data && channels.data
      ? {
          company,
          readiness: ready.data,
          locations: locations.data,
          types: types.data,
          providers: providers.data,
          channels: channels.data,
        }
      : null
  return { setUp, error, retry }
}
