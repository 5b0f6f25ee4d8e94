/** The page's names in the API's and back. The keys of a company's questions are its own, and stay. */
import { Refusal } from "../../../domain/model/errors.ts"

type Json = Record<string, unknown>

/** These names are not the same words in camel case. */
const apiNames: Readonly<Record<string, string>> = {
  typeId: "appointment_type_id",
  typeName: "appointment_type_name",
  thenTypeIds: "appointment_type_ids",
  types: "appointment_types",
  requests: "scheduling_requests",
}

const snake = (name: string) =>
  apiNames[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

function renamed(value: unknown, nameOf: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, nameOf))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      nameOf(name),
      name === "answers" ? inner : renamed(inner, nameOf),
    ]),
  )
}

/** A view of the page in the API's names. */
export const inApiNames = (view: object): unknown => renamed(view, snake)

/** A request in the page's names: its first type stands apart from those that follow. */
export function inPageNames(sent: Json): Json {
  const { appointment_type_ids: ids, ...rest } = sent
  const [typeId, ...then] = (ids ?? []) as number[]
  return {
    ...(renamed(rest, camel) as Json),
    ...(typeId === undefined ? {} : { typeId }),
    ...(then.length === 0 ? {} : { thenTypeIds: then }),
  }
}

/** The details that a visitor may read, which are those of the page. */
const visitorsDetails = ["alternatives", "seats_left", "company_name", "company_phone", "because"] as const

/** Runs `work`; its refusals come out under the API's names, with what a visitor may read. */
export async function inApiWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof Refusal ? forVisitor(error) : error
  }
}

function forVisitor({ code, message, field, details = {}, retryAfterSeconds }: Refusal): Refusal {
  const shown = Object.fromEntries(
    visitorsDetails.flatMap((name) => (details[name] === undefined ? [] : [[name, details[name]]])),
  )
  const named = field?.startsWith("answers.") || field?.startsWith("X-") ? field : field && snake(field)
  return new Refusal(code, {
    message: field && named ? message.replace(`${field}: `, `${named}: `) : message,
    ...(named === undefined ? {} : { field: named }),
    ...(Object.keys(shown).length === 0 ? {} : { details: shown }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
}
