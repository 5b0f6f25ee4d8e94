/** The operations of the API's document in the order in which a reader calls them: what makes something first, what ends it last. */
import { documentedMounts } from "../../service/ways-in/api-docs/generate.ts"
import { type DescribedMount, openApiOf } from "../../service/ways-in/api-docs/openapi.ts"

const turns: readonly RegExp[] = [
  /^(create|add|connect|agent_create|agent_request)_/,
  /^preview_/,
  /^(start|book|hold)_/,
  /^(?!(apply|end|remove|revoke|cancel|agent_cancel|agent_leave|agent_opt|delete|archive|disconnect)_)/,
  /^(apply|end|remove|revoke|cancel|agent_cancel|agent_leave|agent_opt)_/,
  /^(delete|archive|disconnect)_/,
]
const turnOf = (name: string) => turns.findIndex((names) => names.test(name))

export type Language = "curl" | "SDK"

export interface Documented {
  operationId: string
  /** Below `/api/v1`. */
  path: string
  /** The first ones make what the later ones name. */
  turn: number
  /** As they are printed. */
  samples: Readonly<Record<Language, string>>
  mount: DescribedMount
}

const { paths } = openApiOf(documentedMounts, "/api/v1")

function documented(mount: DescribedMount): Documented {
  const { method, path, operation } = mount
  const described = paths[`/api/v1${path.replace(/:(\w+)/g, "{$1}")}`]![method.toLowerCase()]!
  const sampleIn = (language: Language) =>
    described["x-codeSamples"].find(({ label }) => label === language)!.source
  return {
    ...{ operationId: operation.name, path, turn: turnOf(operation.name), mount },
    samples: { curl: sampleIn("curl"), SDK: sampleIn("SDK") },
  }
}

/** All but the stream, which has no end, and those of visitors, whose way is walked in service/ways-in/visitor-api. */
export const inTurn: readonly Documented[] = documentedMounts
  .filter(({ isStream, byPublishableKey }) => !isStream && !byPublishableKey)
  .map(documented)
  .sort((one, other) => one.turn - other.turn)
