/** Photos and documents as answers: on the public page, by the link, and beside the appointment in the console. */
import type { Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { openChannels, samsNumber, talk } from "../support/agent.ts"
import { photoWithPlace, smallPdf } from "../support/files.ts"
import { makeLink } from "../support/link.ts"
import { put } from "../support/story.ts"
import { makeUser, password } from "../support/users.ts"
import { alive, expectAccessibleEverywhere, patienceMs, type Visitor, visit } from "./browser.ts"
import { button, heading, pickTime } from "./hand.ts"
import { expectFocus } from "./keyboard.ts"
import { giveName, openPublicPageStage, type PublicPageStage, proveNumber } from "./public-page-stage.ts"

let stage: PublicPageStage
let visitor: Visitor | null = null

const questions = [
  { key: "photo", label: "A photo of the type plate", kind: "file", required: true },
  { key: "plan", label: "A plan of the cellar", kind: "file", required: false },
]

beforeAll(async () => {
  stage = await openPublicPageStage({ files: true })
  await put(stage.service, `/appointment-types/${stage.story.typeId}`, { questions })
})
afterAll(() => stage.stop())
afterEach(async () => {
  const complaints = visitor?.complaints ?? []
  await visitor?.close()
  visitor = null
  expect(complaints).toEqual([])
})

const photo = async () => ({ name: "plate.jpg", mimeType: "image/jpeg", buffer: await photoWithPlace() })
const plan = { name: "cellar.pdf", mimeType: "application/pdf", buffer: smallPdf }
const newest = async () => {
  const { body } = await stage.service.api("GET", "/appointments?status=scheduled&limit=100")
  return body.data.toSorted((a: { id: number }, b: { id: number }) => a.id - b.id).at(-1)
}
const plateField = (page: Page) => page.getByLabel("A photo of the type plate", { exact: true })

it("ML-07 the browser keeps a photo until the number is verified, through a reload, and sends it with the booking", async () => {
  visitor = await stage.open({ width: 320 })
  const { page } = visitor
  await alive(page)
  await button(page, /^Boiler service/).click()
  await pickTime(page, /March 2,/, "9:00")
  await heading(page, "A few questions").waitFor()
  await button(page, "Continue").click()
  await page.getByText("Please add a file.").waitFor()
  await expectFocus(page, "question-photo")

  await plateField(page).setInputFiles({
    name: "a.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from("<svg/>"),
  })
  await page.getByText("That file can’t be taken.").waitFor()
  await plateField(page).setInputFiles(await photo())
  await button(page, "Remove plate.jpg").waitFor()
  await page.getByLabel("A plan of the cellar (optional)").setInputFiles([plan, plan])
  await button(page, "Remove cellar.pdf").first().click()
  await expectAccessibleEverywhere(page, "questions with files")
  await page.reload()
  await alive(page)
  await button(page, "Remove plate.jpg").waitFor()
  await button(page, "Continue").click()
  await heading(page, "Your mobile number").waitFor()
  await proveNumber(page, stage.service, stage.newNumber())
  await giveName(page)
  const sent = await stage.service.context.db.query("SELECT 1 FROM uploaded_file WHERE company_id = $1", [
    stage.service.companyId,
  ])
  expect(sent).toEqual([])
  await button(page, /^Book Tue/).click()
  await heading(page, "You’re booked").waitFor()
  const { answers } = await newest()
  expect(answers.map(({ value }: { value: string[] }) => value)).toEqual([["plate.jpg"], ["cellar.pdf"]])
})

it("ML-07 a booking link sends files too, and a file that the service refuses is asked for again", async () => {
  const link = await makeLink(stage.service, stage.story)
  visitor = await visit(stage.browser, stage.service, link.url, {})
  const { page } = visitor
  await alive(page)
  await pickTime(page, /March 3,/, "9:00")
  await heading(page, "A few questions").waitFor()
  const broken = { name: "broken.pdf", mimeType: "application/pdf", buffer: Buffer.from("no PDF") }
  await plateField(page).setInputFiles(broken)
  await button(page, "Continue").click()
  await button(page, /^Book Wed/).click()
  await heading(page, "A few questions").waitFor()
  await page.getByText("That file can’t be taken.").waitFor()
  await expectFocus(page, "question-photo")
  await button(page, "Remove broken.pdf").click()
  await plateField(page).setInputFiles(plan)
  await button(page, "Continue").click()
  await button(page, /^Book Wed/).click()
  await heading(page, "You’re booked").waitFor()
  expect((await newest()).answers[0].value).toEqual(["cellar.pdf"])
  visitor.complaints.splice(0)
})

it("ML-07 who booked by phone sends the photo by the link, and staff see it, save it and add another", async () => {
  const { service, story } = stage
  await openChannels(service, "+15125550188")
  const call = await talk(service, samsNumber)
  const booked = await call.tool("POST", "/appointments", {
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    location_id: story.locationId,
    start_time: "2027-03-04T16:00:00.000Z",
  })
  const { id } = booked.body.data
  const { manage_url } = (await service.api("GET", `/appointments/${id}`)).body.data
  visitor = await visit(stage.browser, service, manage_url, { width: 320 })
  const link = visitor.page
  await alive(link)
  await link.getByRole("heading", { name: "One more thing we need" }).waitFor()
  await plateField(link).setInputFiles(await photo())
  await expectAccessibleEverywhere(link, "files that are missing")
  await button(link, "Send").click()
  await link.getByText("Thank you. We have your files.").waitFor()
  await plateField(link).waitFor({ state: "detached" })

  const { email } = await makeUser(service)
  const context = await stage.browser.newContext({ locale: "en-US", timezoneId: "America/Chicago" })
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  await page.goto(`${service.apiUrl}/console/?date=2027-03-04`)
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await page.locator("[data-appointment], .card").filter({ hasText: "Sam Poe" }).first().click()
  const shown = page.getByRole("button", { name: "Show plate.jpg" })
  await shown.waitFor()
  await expect
    .poll(() =>
      shown.locator("img").evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
    )
    .toBe(320)
  const download = page.waitForEvent("download")
  await page.getByRole("link", { name: "plate.jpg" }).click()
  expect((await download).suggestedFilename()).toBe("plate.jpg")
  await shown.click()
  await page.getByRole("dialog").getByRole("img", { name: "plate.jpg" }).waitFor()
  await page.keyboard.press("Escape")

  await page.getByRole("button", { name: "Correct" }).click()
  await page.getByLabel("A plan of the cellar").setInputFiles(plan)
  await page.getByRole("button", { name: "Remove cellar.pdf" }).waitFor()
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByRole("link", { name: "cellar.pdf" }).waitFor()
  expect((await newest()).answers).toHaveLength(2)
  await context.close()
})
