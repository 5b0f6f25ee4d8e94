import { expect, it } from "vitest"
import { createHints } from "../../src/store/pg/hints.ts"

it("tells at once, and what is raised meanwhile once more for all", async () => {
  let told = 0
  const hints = createHints(async () => {
    told += 1
  })
  for (let i = 0; i < 100; i += 1) hints.raise("deliveries")
  expect(told).toBe(1)
  await expect.poll(() => told).toBe(2)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(told).toBe(2)
  hints.raise("deliveries")
  expect(told).toBe(3)
})

it("goes on telling after one that failed", async () => {
  let told = 0
  const hints = createHints(() => {
    told += 1
    return Promise.reject(new Error("no connection"))
  })
  hints.raise("deliveries")
  hints.raise("deliveries")
  await expect.poll(() => told).toBe(2)
})
