/** What the callbacks' screen and its entry in the rail read. */
import { type Answer, api, type Row } from "../api/client.ts"
import { countOf } from "../api/count-of.ts"
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

/** How many wait. */
export const countWaiting = (): Promise<string> =>
  countOf((limit) => api.listCallbacks({ status: "waiting", limit }))

export const readCallbacksAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: ["callbacks"] })
