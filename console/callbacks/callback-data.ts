/** What the callbacks' screen and its entry in the rail read. */
import { type Answer, api, type Row } from "../api/client.ts"
import { queries } from "../api/queries.ts"

export type Callback = Row<"listCallbacks">
export type Status = Callback["status"]

export const statuses: readonly Status[] = ["waiting", "done"]

export const callbacksIn = (status: Status, cursor: string | null) => ({
  queryKey: ["callbacks", status, cursor] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.listCallbacks({ limit: 50, status, ...(cursor !== null && { cursor }) }, { signal }),
  placeholderData: (before: Answer<"listCallbacks"> | undefined) => before,
})

const mostCounted = 99

/** How many wait: "12", or "99+"; empty when none does. */
export async function countWaiting(): Promise<string> {
  const { data } = await api.listCallbacks({ status: "waiting", limit: mostCounted + 1 })
  if (data.length > mostCounted) return `${mostCounted}+`
  return data.length === 0 ? "" : `${data.length}`
}

export const readCallbacksAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: ["callbacks"] })
