/** Whole lists that several parts read. Each is kept once, under one key and in one shape, whichever part asked first. */
import { api } from "./client.ts"

/** Every row of a list of the API, page after page. */
export async function rowsOf<Row>(pages: AsyncIterable<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of pages) rows.push(row)
  return rows
}

export const allLocations = {
  queryKey: ["locations"] as const,
  queryFn: () => rowsOf(api.listLocations({ limit: 100 })),
}

export const allTypes = {
  queryKey: ["appointment-types"] as const,
  queryFn: () => rowsOf(api.listAppointmentTypes({ limit: 100 })),
  staleTime: 5 * 60_000,
}

export const allProviders = {
  queryKey: ["providers"] as const,
  queryFn: () => rowsOf(api.listProviders({ limit: 100 })),
}

export const allResources = {
  queryKey: ["resources"] as const,
  queryFn: () => rowsOf(api.listResources({ limit: 100 })),
}

export const hoursOf = (providerId: number) => ({
  queryKey: ["providers", providerId, "hours"] as const,
  queryFn: () => api.readProviderHours({ id: providerId }),
})

export const allChannels = {
  queryKey: ["channels"] as const,
  queryFn: () => rowsOf(api.listChannels({ limit: 100 })),
}

export const allMailDomains = {
  queryKey: ["mail-domains"] as const,
  queryFn: () => rowsOf(api.listMailDomains({ limit: 100 })),
}

export const allPlans = {
  queryKey: ["outreach-plans"] as const,
  queryFn: () => rowsOf(api.listOutreachPlans({ limit: 100 })),
}

export const allPeople = {
  queryKey: ["people"] as const,
  queryFn: () => rowsOf(api.listUsers({ limit: 100 })),
}

export const allTestCompanies = {
  queryKey: ["test-companies"] as const,
  queryFn: () => rowsOf(api.listTestCompanies({ limit: 100 })),
}

/** The passes in its addresses hold for twelve hours. */
export const pagePreview = {
  queryKey: ["page-preview"] as const,
  queryFn: () => api.readPagePreview(),
  staleTime: 60 * 60_000,
}

export const allKeys = {
  queryKey: ["api-keys"] as const,
  queryFn: () => rowsOf(api.listApiKeys({ limit: 100 })),
}
