/** The callbacks' screen reads this. */
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

export const readCallbacksAgain = (): Promise<unknown> =>
  Promise.all([["callbacks"], ["inbox"]].map((queryKey) => queries.invalidateQueries({ queryKey })))
