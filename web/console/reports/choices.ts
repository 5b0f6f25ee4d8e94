/** What reports can be narrowed to. */
import { api, type Row } from "../api/client.ts"

async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const rows: T[] = []
  for await (const row of pages) rows.push(row)
  return rows
}

export const allLocations = {
  queryKey: ["locations"] as const,
  queryFn: (): Promise<Row<"listLocations">[]> => all(api.listLocations({ limit: 100 })),
  staleTime: 5 * 60_000,
}

export const allProviders = {
  queryKey: ["providers"] as const,
  queryFn: (): Promise<Row<"listProviders">[]> => all(api.listProviders({ limit: 100 })),
  staleTime: 5 * 60_000,
}
