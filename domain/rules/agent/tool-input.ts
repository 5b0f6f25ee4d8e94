/** The inputs that an agent may send to a tool: the session says who calls and for which company, and no input may. */
import { Refusal } from "../../model/errors.ts"

/** The session and the company supply them. */
const forbidden = ["customer_id", "company_id", "phone", "override_eligibility"]

/** Fields that platforms add to the model's inputs. */
const ignored = ["session_id", "agent_id", "conversation_id", "tool_call_id"]

/**
 * The inputs that count, or the refusal. An optional input that the model gave no value is left out.
 *
 * @param isOptional whether the tool can do without the input of this name
 */
export function toolInput(
  sent: Readonly<Record<string, unknown>>,
  isOptional: (name: string) => boolean,
): Record<string, unknown> | Refusal {
  const refused = forbidden.find((name) => sent[name] !== undefined)
  if (refused !== undefined) {
    return new Refusal("invalid_input", {
      field: refused,
      message: `${refused}: is not taken from an agent; the session says who calls`,
    })
  }
  const counts = ([name, value]: [string, unknown]) =>
    !ignored.includes(name) && !(isEmpty(value) && isOptional(name))
  return Object.fromEntries(Object.entries(sent).filter(counts))
}

/** Platforms send these for an input that the model gave no value. In a query all of it is text. */
const isEmpty = (value: unknown): boolean =>
  value === null || value === 0 || (typeof value === "string" && emptyTexts.has(value.trim()))

const emptyTexts: ReadonlySet<string> = new Set(["", "0", "null"])
