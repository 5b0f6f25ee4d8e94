/** The types that a caller may book now, with the requests that ask them to. */

import { type BookableType, bookableTypesView, typesQuestion } from "../../../domain/model/agent/bookable.ts"
import { sayNames, todayIn } from "../../../domain/model/agent/say.ts"
import type { AgentSession, SessionCompany } from "../../../domain/model/agent/session.ts"
import { mostLabelCharacters, type Question } from "../../../domain/model/question.ts"
import { saidMinutes } from "../../../domain/model/said-durations.ts"
import { totalMinutes } from "../../../domain/model/scheduling-request.ts"
import { asPromptData, spokenName } from "../../../domain/model/written-by-people.ts"
import { listedByName } from "../../../domain/rules/agent/listed.ts"
import { whyNotLinked } from "../../../domain/rules/groups/judge-group.ts"
import { datesAreOver } from "../../../domain/rules/requests/request-state.ts"
import * as store from "../../company/appointment-types.sql.ts"
import type { AppContext } from "../../platform/context.ts"
import { agentTool } from "./agent-tool.ts"
import { closedToCaller } from "./office.ts"

export const listBookableTypes = agentTool({
  name: "list_appointment_types",
  summary: "List what the caller may book",
  description:
    "Lists what this caller may book, with the ids that searches and bookings need. Call it before find_slots. When a type has a scheduling_request, pass that request's id when you search and book.",
  writes: false,
  input: typesQuestion,
  result: bookableTypesView,
  async run(context, { companyId, session, now }, { name }) {
    const { company } = session
    const types = await bookableTypes(context, companyId, session, now)
    const { listed, more } = listedByName(types, name)
    const names = sayNames(
      listed.map((type) => type.name),
      "and",
    )
    return {
      ...todayIn(company.timezone, now),
      appointment_types: [...listed],
      more,
      say:
        listed.length > 0
          ? `You can book ${names}.`
          : types.length > 0
            ? "I find none of that name."
            : (closedToCaller(session) ?? "There is nothing that can be booked here at the moment."),
    }
  },
})

/** Each type that the caller may book, with its request. A number without a customer books only where it can become one. */
export async function bookableTypes(
  context: AppContext,
  companyId: number,
  caller: Pick<AgentSession, "isShared" | "company" | "channel"> & { customer: { id: number } | null },
  now: number,
): Promise<BookableType[]> {
  const { customer, company } = caller
  if (closedToCaller(caller) !== null) return []
  const rows = await store.listBookableTypes(context.db, companyId, customer?.id ?? null)
  return rows.flatMap((row) => {
    const request = requestOf(row, company, now)
    return row.kind === "by_request" && request === null ? [] : [shown(row, request)]
  })
}

function requestOf({ request, zones }: store.BookableTypeRow, company: SessionCompany, now: number) {
  if (request === null || datesAreOver(request.latest_date, now, [company.timezone, ...zones])) return null
  return request
}

function spoken({ label, ...raw }: Question) {
  const asked = asPromptData(label, mostLabelCharacters)
  const options = raw.options?.map(spokenName)
  const { shown_if: after } = raw
  const question = {
    ...raw,
    ...(options ? { options } : {}),
    ...(after
      ? { shown_if: { ...after, is: typeof after.is === "string" ? spokenName(after.is) : after.is } }
      : {}),
  }
  if (question.kind === "file") return { ...question, ask: `${asked} ${fileByLink}` }
  // The caller agrees, and not who says it.
  if (question.kind === "consent")
    return { ...question, ask: `Do you agree to this: ${asked.replace(/[.!?]$/, "")}?` }
  return { ...question, ask: options === undefined ? asked : `${asked} ${sayNames(options, "or")}?` }
}

/** Nothing to pass as an answer: the booking goes through without. */
const fileByLink =
  "You can send it after the booking, by the link in our confirmation, and there is nothing to say now."

/** A type that was asked of the caller and one with questions that have to be answered are booked by themselves. */
const mayGoWithOthers = (row: store.BookableTypeRow, request: store.BookableTypeRow["request"]): boolean =>
  request === null && !row.questions.some(({ required }) => required) && whyNotLinked(row, 0) === null

/** The ways in which it differs from a time that is agreed at once, in the words of a receptionist. */
function toldFirst(row: store.BookableTypeRow): { tell_first?: string } {
  const told = [
    ...(row.seats === null ? [] : ["It's a class. For how many people shall I look?"]),
    ...(row.window_minutes === null
      ? []
      : [`We don't promise a minute: we come within a window of ${saidMinutes(row.window_minutes)}.`]),
    ...(row.confirmation === "none"
      ? []
      : [
          `The office has to confirm it, and answers within ${saidMinutes(row.answer_within_minutes)}. Until then it isn't booked.`,
        ]),
  ]
  return told.length === 0 ? {} : { tell_first: told.join(" ") }
}

/** A list of many types is read as a whole. */
const mostDescribed = 300

function shown(row: store.BookableTypeRow, request: store.BookableTypeRow["request"]): BookableType {
  const blocks = request?.block_minutes ?? row.block_minutes
  return {
    id: row.id,
    name: spokenName(row.name),
    description: row.description === null ? null : asPromptData(row.description, mostDescribed),
    ...(row.price_text === null ? {} : { price: asPromptData(row.price_text, 60) }),
    place: row.place,
    needs_address: row.place === "at_customer",
    provider_choice: row.provider_choice,
    blocks,
    duration_minutes: totalMinutes(blocks),
    duration_options: request?.block_minutes
      ? []
      : row.duration_options.map((option) => ({ ...option, label: spokenName(option.label) })),
    ...(row.questions.length > 0 ? { questions: row.questions.map(spoken) } : {}),
    ...(row.seats === null ? {} : { seats: row.seats }),
    ...(row.window_minutes === null ? {} : { window_minutes: row.window_minutes }),
    ...(row.confirmation === "staff" ? { office_confirms: true as const } : {}),
    goes_with_others: mayGoWithOthers(row, request),
    ...toldFirst(row),
    scheduling_request: request && {
      id: request.id,
      duration_label: request.duration_label === null ? null : spokenName(request.duration_label),
      earliest_date: request.earliest_date,
      latest_date: request.latest_date,
    },
  }
}
