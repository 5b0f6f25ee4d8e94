/** One solved proof of work, sent again in other spellings: it must count once. */
import { afterEach, beforeEach, expect, it } from "vitest"
import { openPublicPage, type Visitor, visitorOf } from "../support/public-page.ts"
import { startService, type TestService } from "../support/service.ts"
import { tellStory } from "../support/story.ts"

let service: TestService
let visitor: Visitor

beforeEach(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  await openPublicPage(service, await tellStory(service))
  visitor = visitorOf(service)
})
afterEach(() => service.stop())

interface Solution {
  algorithm: string
  challenge: string
  salt: string
  signature: string
  number: number
}

const respelled: Record<string, (solution: Solution) => object> = {
  "without the salt's last &": (solution) => ({ ...solution, salt: solution.salt.slice(0, -1) }),
  "with a field of its own": (solution) => ({ ...solution, took: 7 }),
  "with the number as text": (solution) => ({ ...solution, number: String(solution.number) }),
  "with another case of the algorithm": (solution) => ({ ...solution, algorithm: "sha-256" }),
  "with part of the salt in the number": ({ salt, number, ...solution }) => {
    const cut = salt.lastIndexOf("expires")
    return { ...solution, salt: salt.slice(0, cut), number: `${salt.slice(cut)}${number}` }
  },
  unchanged: (solution) => solution,
}

it.each(Object.entries(respelled))("TR-33 one solution counts once, sent again %s", async (_how, respell) => {
  const botCheck = await visitor.solve()
  const ask = (phone: string, answer: string) =>
    visitor.send<unknown>("POST", "/codes", { phone, botCheck: answer })
  expect((await ask("+15125550131", botCheck)).status).toBe(201)
  const solution = JSON.parse(Buffer.from(botCheck, "base64").toString()) as Solution
  const again = Buffer.from(JSON.stringify(respell(solution))).toString("base64")
  const refused = await ask("+15125550132", again)
  expect([refused.status, refused.error?.code]).toEqual([400, "bot_check_failed"])
})

it("TR-33 a challenge in another spelling than the host's own is refused the first time too", async () => {
  const solution = JSON.parse(Buffer.from(await visitor.solve(), "base64").toString()) as Solution
  for (const [how, respell] of Object.entries(respelled)) {
    if (how === "unchanged" || how === "with a field of its own") continue
    const botCheck = Buffer.from(JSON.stringify(respell(solution))).toString("base64")
    const { status } = await visitor.send<unknown>("POST", "/codes", { phone: "+15125550131", botCheck })
    expect([how, status]).toEqual([how, 400])
  }
})
