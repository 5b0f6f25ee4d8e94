/**
 * Openings of a waiting list by its pure rules: who is asked when, who opens, who holds, who is next and who gets the time, minute by
 * minute, against telling all who wait at once.
 */
import { offerGoodUntil } from "../../domain/rules/waiting/fits.ts"
import { offerNow } from "../../domain/rules/waiting/offer-state.ts"
import { askedInRound, inAskingOrder } from "../../domain/rules/waiting/who-is-asked.ts"
import type { Dice } from "../../service/host/demo/dice.ts"

/** One that frees up, drawn from the stated mix. */
export interface Opening {
  /** The minutes after which each waiting customer opens the offer; null for never. */
  opens: (number | null)[]
  /** True for each who takes the time that they hold. */
  takes: boolean[]
  /** Until the time begins. */
  aheadMinutes: number
}

export interface Filled {
  isFilled: boolean
  messages: number
  /** The number of people who were shown the time as theirs, or as free to hold, and could not have it. */
  refused: number
}

const ln2 = Math.log(2)

/** The stated mix. */
export function drawOpening(dice: Dice): Opening {
  const waiting = dice.between(5, 200)
  const acceptance = 0.05 + 0.25 * dice.roll()
  const takes = Array.from({ length: waiting }, () => dice.chance(acceptance))
  const answerMinutes = () => (-15 / ln2) * Math.log(1 - dice.roll())
  const opens = takes.map((isTaken) => (isTaken || dice.chance(0.1) ? answerMinutes() : null))
  return { opens, takes, aheadMinutes: dice.between(120, 72 * 60) }
}

const holdMinutes = 5
const perMinute = 3
const msOf = (minute: number) => minute * 60_000

/** All hear at once, and the first who opens and wants it gets it: the others find it gone. */
export function tellAll({ opens, takes, aheadMinutes }: Opening): Filled {
  const first = Math.min(...opens.map((at, i) => (at !== null && takes[i] ? at : Number.POSITIVE_INFINITY)))
  return { isFilled: first < aheadMinutes, messages: opens.length, refused: 0 }
}

interface Asked {
  id: number
  opensAt: number | null
  takes: boolean
  asked_for_at: Date | null
  isOver: boolean
}

/** By the rules that the service asks by. */
export function askByRules(opening: Opening): Filled {
  const { opens, takes, aheadMinutes } = opening
  const order = inAskingOrder(
    opens.map((_, id) => ({ id, created_at: new Date(0), priority: 0, asked_at: null })),
    "longest_waiting",
  )
  const goodUntil = offerGoodUntil(aheadMinutes, { noticeMinutes: 0, now: 0 })
  const asked: Asked[] = []
  let [next, holder, holdUntil, refused] = [0, -1, 0, 0]
  for (let minute = 0; minute < aheadMinutes; minute += 1) {
    if (holder >= 0 && minute >= holdUntil) {
      const was = asked[holder]!
      holder = -1
      if (was.takes) return { isFilled: true, messages: asked.length, refused }
      was.isOver = true
      const first = asked.findIndex((one) => !one.isOver && one.asked_for_at !== null)
      if (first >= 0) [holder, holdUntil] = [first, minute + decideMinutes(asked[first]!)]
    }
    if (next < order.length) {
      const left = order.length - next
      const count = askedInRound(left, { perMinute, minutesLeft: aheadMinutes - minute })
      for (const { id } of order.slice(next, next + count)) {
        const at = opens[id] ?? null
        asked.push({
          id,
          opensAt: at === null ? null : minute + Math.max(1, Math.round(at)),
          takes: takes[id]!,
          asked_for_at: null,
          isOver: false,
        })
      }
      next += count
    } else if (
      asked.every(({ opensAt, isOver }) => isOver || opensAt === null || opensAt < minute) &&
      holder < 0
    )
      break
    for (const [i, one] of asked.entries()) {
      if (one.opensAt !== minute) continue
      one.asked_for_at = new Date(msOf(minute))
      const { state } = offerNow(
        { id: one.id, status: "offered", good_until: goodUntil },
        {
          ownUntil: null,
          othersUntil: holder >= 0 ? new Date(msOf(holdUntil)) : null,
          inLine: holder >= 0 ? asked.filter(({ isOver }, at) => !isOver && at !== holder).map(inLineOf) : [],
          isOffered: holder < 0,
          isSeat: false,
        },
        msOf(minute),
      )
      if (state === "free") {
        if (holder >= 0) refused += 1
        ;[holder, holdUntil] = [i, minute + decideMinutes(one)]
      } else if (state === "held") refused += 1
    }
  }
  const isHeldByTaker = holder >= 0 && asked[holder]!.takes
  return { isFilled: isHeldByTaker, messages: asked.length, refused }
}

const inLineOf = ({ id, asked_for_at }: Asked) => ({ id, status: "offered" as const, asked_for_at })

/** A customer who takes it does so within two minutes; one who does not lets the hold run out. */
const decideMinutes = ({ takes }: Asked): number => (takes ? 2 : holdMinutes)
