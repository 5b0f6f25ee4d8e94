/** The faults of a catalogue: a message that is ill-formed, that a language lacks, has alone, or with other arguments. */
import { argumentsOf } from "./arguments.js"
import { LANGUAGES } from "./catalogues.js"

/** @param catalogue the messages by language */
export function judge(catalogue) {
  const [english, ...others] = LANGUAGES.map((language) => ({ language, ...flatten(catalogue[language]) }))
  const faults = [english, ...others].flatMap(({ language, faults }) =>
    faults.map((fault) => `${language} ${fault}`),
  )
  for (const { language, messages } of others) {
    for (const [key, its] of messages) {
      const wanted = english.messages.get(key)
      if (wanted === undefined) faults.push(`${language} ${key}: English has no such message`)
      else if (wanted !== its)
        faults.push(`${language} ${key}: its arguments are ${its}, English has ${wanted}`)
    }
    for (const key of english.messages.keys())
      if (!messages.has(key)) faults.push(`${language} ${key}: is missing`)
  }
  return faults
}

/** The names of the arguments by key, such as `board.free` → `(time)`. */
function flatten(tree, before = "", found = { messages: new Map(), faults: [] }) {
  for (const [key, message] of Object.entries(tree)) {
    if (typeof message === "object") flatten(message, `${before}${key}.`, found)
    else
      try {
        found.messages.set(before + key, `(${Object.keys(argumentsOf(message)).join(", ")})`)
      } catch (error) {
        found.messages.set(before + key, "()")
        found.faults.push(`${before}${key}: ${error.message}`)
      }
  }
  return found
}
