import type { TestService } from "./service.ts"

type Statements = Pick<TestService["context"]["db"], "query" | "first" | "some">

export interface Noted {
  /** Texts, in their order; BEGIN and COMMIT apart. */
  texts: string[]
  /** How often an answer was waited for before something more was asked: round trips, but for BEGIN and COMMIT. */
  roundTrips: number
}

/** The statements that the service sends to its database while `work` runs. */
export async function notedStatements(
  { context }: TestService,
  work: () => Promise<unknown>,
): Promise<Noted> {
  const db = context.db
  const noted: Noted = { texts: [], roundTrips: 0 }
  let unanswered = 0
  const asking = async <Result>(text: string, send: () => Promise<Result>): Promise<Result> => {
    noted.texts.push(text)
    if (unanswered === 0) noted.roundTrips += 1
    unanswered += 1
    try {
      return await send()
    } finally {
      unanswered -= 1
    }
  }
  const noting = <Tool extends Statements>(tool: Tool): Tool => ({
    ...tool,
    query: (text, values) => asking(text, () => tool.query(text, values)),
    first: (text, values) => asking(text, () => tool.first(text, values)),
    some: (text, values) => asking(text, () => tool.some(text, values)),
  })
  context.db = {
    ...noting(db),
    transaction: (use) =>
      db.transaction((tx) =>
        use({
          ...noting(tx),
          write: (text, ...rest) => {
            noted.texts.push(text)
            tx.write(text, ...rest)
          },
        }),
      ),
  }
  try {
    await work()
  } finally {
    context.db = db
  }
  return noted
}
