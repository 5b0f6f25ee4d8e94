/** Against guessing: how often a wrong password or code may be tried, and answers whose time says nothing. */

import { networkOf, siteOf } from "../../domain/rules/public-page/network-address.ts"
import { secondsPerHour } from "../../domain/time/units.ts"
import type { AppContext } from "../platform/context.ts"
import type { AnonymousRequest } from "../platform/operation.ts"
import { returnToken, takeToken } from "../platform/rate-limits.sql.ts"
import { refuseWithout } from "../platform/rate-limits.ts"
import { spendingNothing } from "../platform/spending.ts"
import { deviceKey, isKnownDevice } from "./known-devices.sql.ts"

/** Tries that were counted before they were judged. */
export interface Tries {
  /** The password was right: none of them counts. */
  giveBack(): Promise<void>
}

const wrongTries = {
  fromNetworkForEmail: 10,
  fromSiteForEmail: 20,
  fromNetwork: 100,
  fromSite: 200,
  forEmail: 100,
  fromDevice: 10,
}

/**
 * Counts a try in advance, so that tries at once are counted one by one. The email's own limit is far above that of one
 * network, and a try over the latter does not count: guesses from one place do not keep the right person out. A browser in
 * which this email has signed in before has a count of its own, which the tries of others do not touch. Throws
 * `rate_limited`.
 */
export async function countTry(
  context: AppContext,
  { clientAddress, now }: AnonymousRequest,
  email: string,
  device: string | null = null,
): Promise<Tries> {
  const keyed = (...named: string[]) => context.sealer.hashes(named.join(" "), "sign-in-tries")[0]!
  if (device !== null && (await isKnownDevice(context.db, deviceKey(device, email)))) {
    const key = `sign_in:${keyed("device", device, "email", email)}`
    return take(context, now, [{ key, limit: wrongTries.fromDevice }])
  }
  const network = networkOf(clientAddress)
  const site = siteOf(clientAddress)
  const from = (place: string, ofEmail: number, ofAll: number) => [
    { key: `sign_in:${keyed("network", place, "email", email)}`, limit: ofEmail },
    { key: `sign_in:${keyed("network", place)}`, limit: ofAll },
  ]
  return take(context, now, [
    ...from(network, wrongTries.fromNetworkForEmail, wrongTries.fromNetwork),
    ...(site === null ? [] : from(site, wrongTries.fromSiteForEmail, wrongTries.fromSite)),
    { key: `sign_in:${keyed("email", email)}`, limit: wrongTries.forEmail },
  ])
}

/** The same for a signed-in user who shows the password or a code again. */
export async function countOwnTry(context: AppContext, userId: number, now: number): Promise<Tries> {
  return take(context, now, [{ key: `own_secret:${userId}`, limit: wrongTries.fromNetworkForEmail }])
}

async function take(
  context: AppContext,
  now: number,
  limits: readonly { key: string; limit: number }[],
): Promise<Tries> {
  const counted = limits.map((each) => ({ ...each, windowSeconds: secondsPerHour, now }))
  for (const rate of counted) refuseWithout(await takeToken(context.db, rate))
  return {
    async giveBack() {
      for (const rate of counted) await returnToken(context.db, rate)
    },
  }
}

/** Answers to sign-ins come after a whole number of steps of so long. */
export const usualStepMs = 400
/** How many times as long as the yardstick `work` takes at the most, its own writes included. */
const roomForWork = 5

/**
 * Runs `yardstick`, which takes the same time for everybody, and then `work`, which does not. Answers, or throws, when a whole
 * number of steps has passed that depends on the yardstick alone: so a busy machine makes all answers later, and none by
 * what `work` found.
 */
export async function inEvenTime<Seen, Result>(
  stepMs: number,
  yardstick: () => Promise<Seen>,
  work: (seen: Seen) => Promise<Result>,
): Promise<Result> {
  const began = performance.now()
  const seen = await yardstick()
  const dueMs = Math.ceil(((performance.now() - began) * roomForWork) / stepMs) * stepMs
  try {
    return await work(seen)
  } finally {
    const tookMs = performance.now() - began
    const lateSteps = Math.max(0, Math.ceil((tookMs - dueMs) / stepMs))
    await sleepUntil(began + dueMs + lateSteps * stepMs)
  }
}

/** A timer counts from the start of its thread's turn, so after a long one it rings before its time. */
async function sleepUntil(moment: number): Promise<void> {
  for (let leftMs = moment - performance.now(); leftMs > 0; leftMs = moment - performance.now()) {
    await spendingNothing(() => new Promise((resolve) => setTimeout(resolve, leftMs)))
  }
}
