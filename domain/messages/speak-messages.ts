/** Compiled messages as the code speaks them: `words.title`, and `words.hello({ name })` where a message has arguments. */
import format, { type CompiledMessage } from "icu-minify/format"

export interface CompiledMessages {
  readonly [key: string]: CompiledMessage | CompiledMessages
}

/** The values that a message's arguments may have. */
type Values = Readonly<Record<string, string | number>>

/** @template Messages the type that `bin/messages` generates from the English file */
export function speakMessages<Messages>(compiled: CompiledMessages, locale: string): Messages {
  const options = { formatters: formattersOf(locale) }
  const spoken = (message: CompiledMessage | CompiledMessages): unknown => {
    if (typeof message === "string") return message
    if (Array.isArray(message)) return (values: Values) => format(message, locale, values, options)
    return Object.fromEntries(Object.entries(message).map(([key, each]) => [key, spoken(each)]))
  }
  return spoken(compiled) as Messages
}

/** Made when a message first needs one: few screens write numbers in their sentences. */
function formattersOf(locale: string) {
  let numbers: Intl.NumberFormat
  let plurals: Intl.PluralRules
  return {
    getNumberFormat: () => (numbers ??= new Intl.NumberFormat(locale)),
    getPluralRules: () => (plurals ??= new Intl.PluralRules(locale)),
    getDateTimeFormat(): never {
      throw new Error("Dates come into messages as text, on the clock of their place.")
    },
  }
}
