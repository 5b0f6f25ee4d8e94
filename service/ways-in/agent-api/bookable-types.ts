/** The types that a caller may book now, with the requests that ask them to. */

import { type BookableType, bookableTypesView, typesQuestion } from "../../../domain/model/agent/bookable.ts"
import { sayLength, sayNames, todayIn } from "../../../domain/model/agent/say.ts"
import type { AgentSession, SessionCompany } from "../../../domain/model/agent/session.ts"
import { type Language, wordsIn } from "../../../domain/model/agent/speech.ts"
import { mostLabelCharacters, type Question } from "../../../domain/model/question.ts"
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
    const { language, timezone } = session.listener
    const words = wordsIn(language).types
    const types = await bookableTypes(context, companyId, session, now)
    const { listed, more } = listedByName(types, name)
    const names = sayNames(
      language,
      listed.map((type) => type.name),
      "and",
    )
    return {
      ...todayIn(language, timezone, now),
      appointment_types: [...listed],
      more,
      say:
        listed.length > 0
          ? words.choice({ names })
          : types.length > 0
            ? words.noneOfName
            : (closedToCaller(session) ?? words.nothing),
    }
  },
})

/** Each type that the caller may book, with its request. A number without a customer books only where it can become one. */
export async function bookableTypes(
  context: AppContext,
  companyId: number,
  caller: Pick<AgentSession, "isShared" | "company" | "channel" | "listener"> & {
    customer: { id: number } | null
  },
  now: number,
): Promise<BookableType[]> {
  const { customer, company, listener } = caller
  if (closedToCaller(caller) !== null) return []
  const rows = await store.listBookableTypes(context.db, companyId, customer?.id ?? null)
  return rows.flatMap((row) => {
    const request = requestOf(row, company, now)
    return row.kind === "by_request" && request === null ? [] : [shown(listener.language, row, request)]
  })
}

function requestOf({ request, zones }: store.BookableTypeRow, company: SessionCompany, now: number) {
  if (request === null || datesAreOver(request.latest_date, now, [company.timezone, ...zones])) return null
  return request
}

function spoken(language: Language, { label, ...raw }: Question) {
  const words = wordsIn(language).types
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
  // Nothing to pass as an answer: the booking goes through without.
  if (question.kind === "file") return { ...question, ask: words.file({ question: asked }) }
  // The caller agrees, and not who says it.
  if (question.kind === "consent")
    return { ...question, ask: words.agree({ text: asked.replace(/[.!?]$/, "") }) }
  if (options === undefined) return { ...question, ask: asked }
  return { ...question, ask: words.options({ question: asked, options: sayNames(language, options, "or") }) }
}

/** A type that was asked of the caller and one with questions that have to be answered are booked by themselves. */
const mayGoWithOthers = (row: store.BookableTypeRow, request: store.BookableTypeRow["request"]): boolean =>
  request === null && !row.questions.some(({ required }) => required) && whyNotLinked(row, 0) === null

/** The ways in which it differs from a time that is agreed at once, in the words of a receptionist. */
function toldFirst(language: Language, row: store.BookableTypeRow): { tell_first?: string } {
  const words = wordsIn(language).types
  const told = [
    ...(row.seats === null ? [] : [words.class]),
    ...(row.window_minutes === null
      ? []
      : [words.window({ length: sayLength(language, row.window_minutes) })]),
    ...(row.confirmation === "none"
      ? []
      : [words.confirmed({ length: sayLength(language, row.answer_within_minutes) })]),
  ]
  return told.length === 0 ? {} : { tell_first: told.join(" ") }
}

/** A list of many types is read as a whole. */
const mostDescribed = 300

function shown(
  language: Language,
  row: store.BookableTypeRow,
  request: store.BookableTypeRow["request"],
): BookableType {
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
    ...(row.questions.length > 0
      ? { questions: row.questions.map((question) => spoken(language, question)) }
      : {}),
    ...(row.seats === null ? {} : { seats: row.seats }),
    ...(row.window_minutes === null ? {} : { window_minutes: row.window_minutes }),
    ...(row.confirmation === "staff" ? { office_confirms: true as const } : {}),
    goes_with_others: mayGoWithOthers(row, request),
    ...toldFirst(language, row),
    scheduling_request: request && {
      id: request.id,
      duration_label: request.duration_label === null ? null : spokenName(request.duration_label),
      earliest_date: request.earliest_date,
      latest_date: request.latest_date,
    },
  }
}
