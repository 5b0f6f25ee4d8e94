/** The chosen time is held while the visitor types, and the page says for how long. */
import type { Route } from "playwright-core"
import { expect, it } from "vitest"
import { lastCode } from "../support/read-texts.ts"
import { put } from "../support/story.ts"
import { expectAccessibleEverywhere } from "./browser.ts"
import { button, heading, pickTime } from "./hand.ts"
import { chooseTime, giveName, proveNumber } from "./public-page-stage.ts"
import { open, page, setStage, stage } from "./public-page-visitor.ts"

setStage()

async function askForCode(): Promise<void> {
  await page.getByLabel("Mobile number").fill(stage.newNumber())
  await button(page, "Text me a code").click()
  await heading(page, "Enter the code").waitFor()
}

it("CL-08 the time is held from the code on, shown with what remains, and booked", async () => {
  await open()
  await chooseTime(page)
  expect(await page.getByRole("timer").count()).toBe(0)
  await askForCode()
  const timer = page.getByRole("timer", { name: "Held for you" })
  await timer.waitFor()
  expect(await timer.innerText()).toMatch(/[345]:\d\d/)
  await expectAccessibleEverywhere(page, "held")
  const held = await stage.service.context.db.query("SELECT 1 FROM hold")
  expect(held).toHaveLength(1)
  await page.getByLabel("6-digit code").fill(await lastCode(stage.service))
  await giveName(page)
  await timer.waitFor()
  await button(page, "Book Tue, Mar 2 at 9:00 AM").click()
  await heading(page, "You’re booked").waitFor()
  expect(await stage.service.context.db.query("SELECT 1 FROM hold")).toEqual([])
})

it("CL-08 when the hold ends the form stays, says that the time is still free, and its button holds it again", async () => {
  const soon = async (route: Route) => {
    const response = await route.fetch()
    const json = await response.json()
    await route.fulfill({ response, json: { ...json, data: { ...json.data, seconds: 1 } } })
  }
  await open()
  await page.route("**/holds", soon)
  await chooseTime(page, "11:00")
  await askForCode()
  await page.getByText("No longer held").waitFor()
  await page.getByText("Still free right now.").waitFor()
  await expectAccessibleEverywhere(page, "hold over")
  await button(page, "Continue and hold it again").waitFor()
  await page.unroute("**/holds", soon)
  await page.getByLabel("6-digit code").fill(await lastCode(stage.service))
  await page.getByRole("timer", { name: "Held for you" }).waitFor()
  expect(await stage.service.context.db.query("SELECT 1 FROM hold")).toHaveLength(1)
})

it("PG-05 a time that is lost after the code was texted costs no second text: the same code proves the number for another", async () => {
  const { service, story } = stage
  await open()
  await chooseTime(page, "1:00")
  await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("phone")
  // Both people are taken while the number is typed.
  const booked = await Promise.all(
    [story.anaId, story.benId].map((provider_id) =>
      service.api("POST", "/appointments", {
        ...{ provider_id, appointment_type_id: story.typeId, start_time: "2027-03-02T19:00:00.000Z" },
        ...{ customer_id: story.customerId, override_eligibility: true },
      }),
    ),
  )
  await page.getByLabel("Mobile number").fill(stage.newNumber())
  await button(page, "Text me a code").click()
  await page.getByRole("alert").getByText("That time was just taken.").waitFor()
  const code = await lastCode(service)
  const texts = "SELECT count(*)::int AS sent FROM text_message WHERE purpose = 'code'"
  const before = await service.context.db.query(texts)
  await page.locator(".shortcuts .time").first().click()
  await heading(page, "Enter the code").waitFor()
  await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("code")
  await page.getByLabel("6-digit code").fill(code)
  await heading(page, "Last step: your name").waitFor()
  await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("firstName")
  await page.getByRole("timer", { name: "Held for you" }).waitFor()
  expect(await service.context.db.query(texts)).toEqual(before)
  for (const { body } of booked) await service.api("POST", `/appointments/${body.data.id}/cancel`)
})

it("CL-08 Book pressed before the time is held waits for the hold, so that the visitor's own hold refuses them nothing", async () => {
  const sent: string[] = []
  let answerHold = () => {}
  const pressed = new Promise<void>((done) => {
    answerHold = done
  })
  await open()
  await chooseTime(page)
  await proveNumber(page, stage.service, stage.newNumber())
  await giveName(page)
  await page.getByRole("timer", { name: "Held for you" }).waitFor()
  await page.route("**/holds", async (route) => {
    const response = await route.fetch()
    await pressed
    sent.push("held")
    await route.fulfill({ response })
  })
  for (const write of ["customers", "appointments"]) {
    await page.route(`**/${write}`, (route) => {
      sent.push(write)
      return route.continue()
    })
  }
  await button(page, /^Change/)
    .first()
    .click()
  await pickTime(page, /March 2,/, "11:00")
  await button(page, /^Book Tue/).click()
  await button(page, "Booking…").waitFor()
  answerHold()
  await heading(page, "You’re booked").waitFor()
  expect(sent).toEqual(["held", "customers", "appointments"])
})

it("CL-09 what staff confirm is held too, ends as asked for, not as booked, and can be withdrawn", async () => {
  await put(stage.service, `/appointment-types/${stage.story.typeId}`, { confirmation: "staff" })
  const number = stage.newNumber()
  await open()
  await chooseTime(page, "1:00")
  await proveNumber(page, stage.service, number)
  await giveName(page)
  await page.getByText("Nothing is booked before that.").waitFor()
  await button(page, /^Ask for Tue/).click()
  await heading(page, "Not booked yet, Rosa").waitFor()
  await page.getByText("This is not booked yet. We keep the time for you until").waitFor()
  await page.getByRole("list", { name: "Where things stand" }).waitFor()
  expect(await page.getByText("Add to calendar").count()).toBe(0)
  expect(await heading(page, "You’re booked").count()).toBe(0)
  await expectAccessibleEverywhere(page, "asked for")
  const { body } = await stage.service.api("GET", `/customers?phone=%2B1${number}`)
  const ofCustomer = `/appointments?customer_id=${body.data[0].id}`
  const statuses = async () =>
    (await stage.service.api("GET", ofCustomer)).body.data.map(({ status }: { status: string }) => status)
  expect(await statuses()).toEqual(["pending"])
  await page.getByRole("link", { name: /Withdraw/ }).click()
  await button(page, "Yes, withdraw").click()
  await heading(page, "Your request is withdrawn").waitFor()
  expect(await statuses()).toEqual(["cancelled"])
})
