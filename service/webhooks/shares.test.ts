import { expect, it } from "vitest"
import { defaultLimits } from "./delivery-limits.ts"
import { createShares } from "./endpoint-shares.ts"

const limits = { slots: 12, share: 4, atOnce: 3, silentShare: 2, companyShare: 5, slowAfterMs: 1_000 }
const answered = (tookMs: number) => ({ isAnswered: true, tookMs })
const unanswered = { isAnswered: false, tookMs: 10_000 }

it("TR-56 a company has its share over all its endpoints, those that it has made anew included", () => {
  const shares = createShares(limits)
  const taken = [1, 1, 1, 2, 2, 3].map((endpointId) => shares.take({ companyId: 7, endpointId }))
  expect(taken).toEqual([true, true, true, true, true, false])
  expect(shares.now().fullCompanyIds).toEqual([7])
  expect(shares.take({ companyId: 8, endpointId: 9 })).toBe(true)
  shares.letGo({ companyId: 7, endpointId: 2 })
  expect(shares.now().fullCompanyIds).toEqual([])
  expect(shares.take({ companyId: 7, endpointId: 3 })).toBe(true)
})

it("TR-56 an endpoint that lets a request wait gets as many as are sent at once, until it answers quickly", () => {
  const shares = createShares(limits)
  shares.isWaiting(1)
  expect(shares.now().own).toEqual([{ endpointId: 1, share: 3 }])
  shares.attemptEnded(1, answered(1_500))
  expect(shares.now().own).toEqual([{ endpointId: 1, share: 3 }])
  shares.attemptEnded(1, answered(20))
  expect(shares.now().own).toEqual([])
})

it("TR-56 all endpoints that brought no answer get half of the slots together", () => {
  const shares = createShares(limits)
  for (const endpointId of [1, 2, 3]) {
    shares.attemptEnded(endpointId, unanswered)
    shares.take({ companyId: endpointId, endpointId })
    shares.take({ companyId: endpointId, endpointId })
  }
  const none = [1, 2, 3].map((endpointId) => ({ endpointId, share: 0 }))
  expect(shares.now().own).toEqual(none)
  shares.letGo({ companyId: 1, endpointId: 1 })
  expect(shares.now().own).toEqual(none.map((own) => ({ ...own, share: 2 })))
  shares.attemptEnded(2, answered(20))
  expect(shares.now().own.map(({ endpointId }) => endpointId)).toEqual([1, 3])
})

it("TR-56 ten companies that fall silent at once leave slots to the others", () => {
  expect(10 * defaultLimits.companyShare).toBeLessThan(defaultLimits.slots)
  expect(3 * defaultLimits.share).toBeLessThanOrEqual(defaultLimits.companyShare)
})
