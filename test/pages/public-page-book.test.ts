/** The booking's answers, as the page goes on after each. */
import { expect, it } from "vitest"
import type { BookInput, VerifiedVisitView } from "../../domain/contracts/public-page.ts"
import type { Action } from "../../pages/customer/public-page/actions.ts"
import { bookChoice } from "../../pages/customer/public-page/book.ts"
import type { PublicPageClient } from "../../pages/customer/public-page/client.ts"
import { reduce } from "../../pages/customer/public-page/reduce.ts"
import { initialState, type State } from "../../pages/customer/public-page/state.ts"
import { wishForType } from "../../pages/customer/public-page/wish.ts"
import { boilerService, publicPage, verifiedVisitOf } from "./public-page-story.ts"
import { anasFirst } from "./story.ts"

const sam = { customer: { firstName: "Sam" } }

/** The bookings that the page has sent. */
let sent: BookInput[] = []

/** Sam has chosen Ana's first time, and confirms it. `looksAt`: among the times of one person. */
async function confirms(fresh: Partial<VerifiedVisitView>, looksAt: number | null = null): Promise<State> {
  const visitor = { visitorZone: "America/Chicago", firstWeekday: 7 } as const
  const chosen = [
    { type: "pickWish", wish: wishForType(boilerService(), publicPage()) },
    { type: "pickTime", choice: anasFirst },
    { type: "verified", verifiedVisit: verifiedVisitOf(sam) },
  ] satisfies Action[]
  const first = initialState(publicPage(), visitor, "2027-03-01T12:00:00.000Z")
  let state: State = { ...chosen.reduce<State>(reduce, first), providerId: looksAt }
  sent = []
  const { visitToken: _, ...read } = verifiedVisitOf({ ...sam, ...fresh })
  const client = {
    book: async (...asked: unknown[]) => {
      sent.push(
        asked.find((each) => typeof each === "object" && each !== null && "typeId" in each) as BookInput,
      )
      return {
        ok: false,
        code: "filter_not_usable",
        details: {},
        retryAfterSeconds: null,
        outcomeUnknown: false,
      }
    },
    readVisit: async () => ({ ok: true, data: read }),
  } as unknown as PublicPageClient
  await bookChoice(state, anasFirst, client, { register: "a", book: "b" }, (actions) => {
    state = actions.reduce<State>(reduce, state)
  })
  return state
}

it("TR-11 leads to the provider whom the company has assigned since the number was verified", async () => {
  const state = await confirms({ assignedProvider: { id: 8, name: "Bo Lind" } })
  expect(state).toMatchObject({
    step: "choose",
    choice: null,
    notice: { code: "assigned_elsewhere" },
    verifiedVisit: { visitToken: "v1", assignedProvider: { name: "Bo Lind" } },
  })
})

it("TR-11 offers other times when the chosen person can't be booked for another reason", async () => {
  expect(await confirms({})).toMatchObject({
    step: "choose",
    choice: null,
    notice: { code: "time_not_offered" },
  })
})

it("WN-03 keeps the person whose times the visitor looks at, and else leaves open who comes", async () => {
  await confirms({}, anasFirst.providerId)
  expect(sent).toMatchObject([{ providerId: anasFirst.providerId, keepProvider: true }])
  await confirms({})
  expect(sent).toHaveLength(1)
  expect(sent[0]).not.toHaveProperty("keepProvider")
})
