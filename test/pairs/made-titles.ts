/** The titles of the tests that are made of the tables here. */
import { capabilities } from "./capabilities.ts"
import { fateOfPair, pairsOfNames, titleOfPair } from "./cells.ts"
import { followed, notFollowed } from "./follow-rows.ts"
import { cells } from "./rows.ts"

export const titlesMade = (): ReadonlySet<string> =>
  new Set([
    ...["plain × plain"],
    ...pairsOfNames.filter((pair) => fateOfPair(...pair).is === "proven").map((pair) => titleOfPair(...pair)),
    ...cells.filter(({ not }) => not === null).map(({ kind, deed, by }) => `${kind} × ${deed} × ${by}`),
    ...capabilities.flatMap(({ name }) =>
      followed.filter((what) => notFollowed(name, what) === null).map((what) => `${name} × ${what}`),
    ),
  ])
