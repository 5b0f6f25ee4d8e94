/** The reads of the messages' screens. */
import { type Answer, api, type Row } from "../api/client.ts"
import { allChannels } from "../api/lists.ts"
import { queries, useQuery } from "../api/queries.ts"
import { useSession } from "../session.ts"

export type Text = Row<"listTexts">
export type Outcome = Text["outcome"]
export type Purpose = Text["purpose"]
export type OptOut = Row<"listOptOuts">
export type Plan = Answer<"readOutreachPlan">
export type Step = Plan["steps"][number]
export type Channel = Step["channel"]
export type Preview = Answer<"previewOutreachPlan">
type Asked = NonNullable<Parameters<typeof api.listTexts>[0]>

export const outcomes: readonly Outcome[] = ["waiting", "sent", "skipped", "failed"]

/** Texts go without an event of the company, so the newest are read again and again. */
const readAgainMs = 5_000

export const textsBy = (asked: Asked) => ({
  queryKey: ["texts", asked] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.listTexts({ limit: 50, ...asked }, { signal }),
  placeholderData: (before: Answer<"listTexts"> | undefined) => before,
  refetchInterval: asked.cursor === undefined ? readAgainMs : (false as const),
})

export const textOf = (id: number) => ({
  queryKey: ["texts", id] as const,
  queryFn: () => api.readText({ id }),
  refetchInterval: readAgainMs,
})

/** The number that the company texts from: null without one, undefined while it is not known, and to those who are no admins. */
export function useOwnNumber(): string | null | undefined {
  const { user } = useSession()
  const { data } = useQuery({ ...allChannels, enabled: user.role === "admin" })
  return data && (data.find(({ kind }) => kind === "sms")?.phone ?? null)
}

export const planOf = (id: number) => ({
  queryKey: ["outreach-plans", id] as const,
  queryFn: () => api.readOutreachPlan({ id }),
})

const mostCounted = 100

/** How many follow-ups by the plan are under way: "12", or "100+". */
export const runningOf = (planId: number) => ({
  queryKey: ["outreach-runs", planId] as const,
  queryFn: async () => {
    const asked = { outreach_plan_id: planId, status: "running", limit: mostCounted } as const
    const { data, next_cursor } = await api.listOutreachRuns(asked)
    return next_cursor === null ? `${data.length}` : `${mostCounted}+`
  },
})

export const readPlansAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: ["outreach-plans"] })

type PreviewAsked = Parameters<typeof api.previewOutreachPlan>[0]

export const previewOf = (asked: PreviewAsked) => ({
  queryKey: ["outreach-preview", asked] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.previewOutreachPlan(asked, { signal }),
  // The previous preview stays until the next one has loaded, so that the bubbles never disappear.
  placeholderData: (before: Preview | undefined) => before,
  enabled: asked.steps.length > 0,
})

export const optOutsFrom = (cursor: string | null) => ({
  queryKey: ["opt-outs", cursor] as const,
  queryFn: () => api.listOptOuts({ limit: 50, ...(cursor !== null && { cursor }) }),
})

export const consentsOf = (phone: string) => ({
  queryKey: ["consents", phone] as const,
  queryFn: () => api.listConsents({ phone, limit: 100 }),
})

/** The customers who have the number. */
export const holdersOf = (phone: string) => ({
  queryKey: ["customers", "by-phone", phone] as const,
  queryFn: () => api.listCustomers({ phone, limit: 10 }),
})

export async function readConsentsAgain(): Promise<void> {
  await Promise.all(
    [["opt-outs"], ["consents"], ["customers"], ["customer"]].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  )
}
