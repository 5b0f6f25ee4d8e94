/** The arguments of a message: their names, and which of them are numbers. */
import { parse, TYPE } from "@formatjs/icu-messageformat-parser"

/**
 * The arguments by name, each with its TypeScript type. Throws for a message that is no ICU MessageFormat, or that uses what
 * our messages leave out: dates and times are formatted on the clock of their place, and markup stays in the code.
 */
export function argumentsOf(message) {
  const found = {}
  collect(parse(message, { requiresOtherClause: true }), found)
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function collect(nodes, found) {
  for (const node of nodes) {
    switch (node.type) {
      case TYPE.literal:
      case TYPE.pound:
        break
      case TYPE.argument:
        found[node.value] ??= "string | number"
        break
      case TYPE.number:
        if (node.style) throw new SyntaxError(`{${node.value}} has a style; numbers are written plainly`)
        found[node.value] = "number"
        break
      case TYPE.plural:
        found[node.value] = "number"
        for (const { value } of Object.values(node.options)) collect(value, found)
        break
      case TYPE.select:
        found[node.value] ??= "string"
        for (const { value } of Object.values(node.options)) collect(value, found)
        break
      default:
        throw new SyntaxError("Dates, times and tags have no place in a message")
    }
  }
}
