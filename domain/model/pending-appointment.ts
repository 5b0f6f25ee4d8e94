/** The own fields of a pending appointment: the deadline of its answer, and the times that staff propose instead. */
import { z } from "zod"
import { timestamp } from "./fields.ts"
import { idAndName, iso, isoOrNull } from "./views.ts"

export const proposalView = z
  .object({
    id: z.int(),
    start_time: timestamp,
    end_time: timestamp,
    provider: idAndName,
    location: idAndName,
  })
  .meta({ id: "ProposedTime" })

export const pendingViewFields = {
  answer_by: timestamp.optional().meta({
    description:
      "Of a pending appointment: until when staff answer or, where times are proposed, the customer does. Of a cancelled one: " +
      "it was never confirmed. Absent of all others.",
  }),
  proposals: z.array(proposalView).optional().meta({
    description: "The times that staff propose instead, which are kept for the customer until `answer_by`.",
  }),
}

/** A time that staff propose, as it is stored. Its days are as long as the appointment's. */
export interface Proposal {
  /** An id that no other proposal of the appointment has, before or after. */
  id: number
  start_time: string
  end_time: string
  provider: { id: number; name: string }
  /** The crew beside the provider; left out for none. */
  crew?: { id: number; name: string }[]
  location: { id: number; name: string }
  blocks: { start_time: string; end_time: string }[]
  timezone: string
  clock_offsets: number[]
  /** The time that it occupies. */
  occupied: Occupied[]
  /** The planned work in a promised window; left out of a start. */
  planned?: ProposedPlan
}

/** Instants as they are stored in JSON. */
export interface ProposedPlan {
  work_minutes: number
  planned_start: string
  /** The narrowed hour, on a day whose plan is fixed. */
  narrowed: { start_time: string; end_time: string } | null
}

/** Minutes that a resource is occupied, and the job inside them. */
export interface Occupied {
  resourceId: number
  /** True for the provider who is shown. */
  isLead: boolean
  /** A room or equipment that no booking gives another. */
  isPinned: boolean
  start: number
  end: number
  jobStart: number
  jobEnd: number
  /** The index of the provider's steps, within its day; left out for the first. */
  part?: number
}

export interface PendingColumns {
  /** The deadline of its answer; kept for one that was never confirmed; null for all others. */
  answer_by: Date | null
  proposals: Proposal[]
  /** The time that the requested start occupies, while other times are proposed. */
  asked_time: Occupied[] | null
}

export const unasked: PendingColumns = { answer_by: null, proposals: [], asked_time: null }

/** Nothing at all of an appointment that was booked at once, so that it looks as it always did. */
export const shownPending = ({ answer_by, proposals }: Omit<PendingColumns, "asked_time">) => ({
  ...(answer_by === null ? {} : { answer_by: isoOrNull(answer_by)! }),
  ...(proposals.length === 0 ? {} : { proposals: proposals.map(showProposal) }),
})

const showProposal = ({ id, start_time, end_time, provider, location }: Proposal) => ({
  id,
  start_time,
  end_time,
  provider,
  location,
})

/** An event's data about a pending appointment. */
export const pendingInEvent = (answerBy: Date) => ({ answer_by: iso(answerBy) })
