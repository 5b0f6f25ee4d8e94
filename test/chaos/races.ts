/** Every race of `test/races`, again and again, each in an arena of its own. `npm test` runs a few rounds of each there. */
import { type Arena, openArena } from "../races/arena.ts"
import { bareConstraint } from "../races/bare-constraint.ts"
import { crewWindow } from "../races/crew-window.ts"
import { eventPoller } from "../races/event-poller.ts"
import { groupsAgainstGroups, groupUnderHold } from "../races/groups.ts"
import { endOfHold, holdAgainstBookings, holdsAgainstHolds } from "../races/holds.ts"
import { hotProvider } from "../races/hot-provider.ts"
import { hoursChange } from "../races/hours-change.ts"
import { lastCrew } from "../races/last-crew.ts"
import { lastRoom } from "../races/last-room.ts"
import { lastSeat } from "../races/last-seat.ts"
import { lastWindow } from "../races/last-window.ts"
import { linkRotation, manageLinkRotation } from "../races/link-rotation.ts"
import { movesAgainstBookings, oneSlot } from "../races/one-slot.ts"
import { outreachAgainstItsEnd } from "../races/outreach.ts"
import {
  answersAgainstDeadline,
  makeConfirmedType,
  withdrawalsAgainstConfirmations,
} from "../races/pending.ts"
import { reassignments } from "../races/reassignments.ts"
import { cancelAgainstCreate, secondOpens } from "../races/requests.ts"
import { sameKey, sameKeyWithoutLocks } from "../races/same-key.ts"
import { seriesAgainstBookings } from "../races/series.ts"
import { slugClaims } from "../races/slug-claims.ts"
import { sweepAgainstBooking, sweepTogether } from "../races/sweeps.ts"
import { threeDays } from "../races/three-days.ts"
import { openers } from "../races/waiting.ts"
import { cloneDatabase } from "../support/databases.ts"
import { startTestCluster, type TestCluster } from "../support/test-cluster.ts"
import type { Outcome } from "./trial.ts"

export const name = "races"
export const onlyFull = true

interface Race {
  run(arena: Arena, rounds: number): Promise<Outcome>
  rounds: number
}

const races: readonly Race[] = [
  { run: (arena, rounds) => oneSlot(arena, rounds, [arena.service.api]), rounds: 200 },
  { run: (arena, rounds) => oneSlot(arena, rounds, arena.apis), rounds: 200 },
  { run: (arena, rounds) => lastRoom(arena, rounds, { isTimed: true }), rounds: 1_000 },
  { run: (arena, rounds) => lastRoom(arena, rounds, { isTimed: true, what: "chair" }), rounds: 1_000 },
  { run: (arena, rounds) => lastCrew(arena, rounds, true), rounds: 1_000 },
  { run: movesAgainstBookings, rounds: 200 },
  { run: holdAgainstBookings, rounds: 1_000 },
  { run: openers, rounds: 1_000 },
  { run: endOfHold, rounds: 1_000 },
  { run: holdsAgainstHolds, rounds: 1_000 },
  { run: reassignments, rounds: 100 },
  { run: threeDays, rounds: 200 },
  { run: seriesAgainstBookings, rounds: 1_000 },
  { run: (arena, rounds) => groupsAgainstGroups(arena, rounds, true), rounds: 1_000 },
  { run: groupUnderHold, rounds: 1_000 },
  { run: (arena, rounds) => staffsYes(arena, rounds, "decline"), rounds: 1_000 },
  { run: (arena, rounds) => staffsYes(arena, rounds, "confirm"), rounds: 1_000 },
  { run: withdrawals, rounds: 200 },
  { run: (arena, rounds) => lastSeat(arena, rounds, true), rounds: 1_000 },
  { run: (arena, rounds) => lastWindow(arena, rounds, true), rounds: 1_000 },
  { run: crewWindow, rounds: 1_000 },
  { run: bareConstraint, rounds: 200 },
  { run: hoursChange, rounds: 200 },
  { run: hotProvider, rounds: 20 },
  { run: secondOpens, rounds: 200 },
  { run: cancelAgainstCreate, rounds: 200 },
  { run: linkRotation, rounds: 200 },
  { run: manageLinkRotation, rounds: 200 },
  { run: sameKey, rounds: 200 },
  { run: sameKeyWithoutLocks, rounds: 200 },
  { run: slugClaims, rounds: 200 },
  { run: outreachAgainstItsEnd, rounds: 200 },
  { run: eventPoller, rounds: 60 },
  { run: (arena, rounds) => sweepTogether(arena, rounds, 2), rounds: 60 },
  { run: (arena, rounds) => sweepTogether(arena, rounds, 4), rounds: 60 },
  { run: sweepAgainstBooking, rounds: 200 },
]

async function staffsYes(arena: Arena, rounds: number, unanswered: "decline" | "confirm"): Promise<Outcome> {
  return answersAgainstDeadline(arena, rounds, await makeConfirmedType(arena, unanswered))
}

async function withdrawals(arena: Arena, rounds: number): Promise<Outcome> {
  return withdrawalsAgainstConfirmations(arena, rounds, await makeConfirmedType(arena, "decline"))
}

export async function run(): Promise<Outcome[]> {
  const cluster = await startTestCluster()
  const outcomes: Outcome[] = []
  try {
    for (const { run: race, rounds } of races) {
      const outcome = await inArena(cluster, (arena) => race(arena, rounds))
      outcomes.push({ ...outcome, name: `${name} ${outcome.name}` })
    }
  } finally {
    await cluster.stop()
  }
  return outcomes
}

async function inArena<T>(cluster: TestCluster, work: (arena: Arena) => Promise<T>): Promise<T> {
  const arena = await openArena(await cloneDatabase(cluster.url, cluster.templateName))
  try {
    return await work(arena)
  } finally {
    await arena.stop()
  }
}
