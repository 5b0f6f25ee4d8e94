/** The choice of location and provider, and the page's questions before it shows times. */
import sharp from "sharp"
import { afterEach, describe, expect, it } from "vitest"
import { makeLink } from "../support/link.ts"
import { slug, visitorOf } from "../support/public-page.ts"
import { make, makeCustomer, makeLocation, makeProvider, makeType, put, weekdays } from "../support/story.ts"
import { expectAccessibleEverywhere } from "./browser.ts"
import { button, heading, pickTime } from "./hand.ts"
import { chooseTime, giveAddress, proveNumber } from "./public-page-stage.ts"
import { open, page, setStage, stage } from "./public-page-visitor.ts"

setStage({ files: true })

afterEach(() => put(stage.service, "/company", { provider_assignment: "none", public_daily_code_cap: 200 }))

const rail = () => page.getByRole("complementary")

describe("several locations", () => {
  it("TR-52 PG-03 the place is the visitor's zone's and chosen first, times are hours only, and place and zone stay on every later step", async () => {
    const { service, story, types } = stage
    const denver = await makeLocation(service, {
      name: "Denver office",
      address: { line1: "1600 Broadway", city: "Denver", state: "CO", postal_code: "80202", country: "US" },
      latitude: 39.74,
      longitude: -104.99,
      timezone: "America/Denver",
    })
    const typeId = await makeType(service, { name: "Showroom consultation", public_booking: true })
    await makeProvider(service, {
      name: "Cleo Park",
      appointment_type_ids: [typeId],
      weekly_hours: weekdays(denver),
    })
    await put(service, `/providers/${story.anaId}`, {
      appointment_type_ids: [story.typeId, ...Object.values(types), typeId],
    })
    await open({ width: 1280 })
    await button(page, /^Showroom consultation/).click()
    await expect.poll(() => page.getByRole("radio", { name: /^Downtown/ }).isChecked()).toBe(true)
    await page.getByText("Downtown, Central Time").waitFor()
    await page.getByRole("radio", { name: /^Denver office/ }).check()
    await page.getByText("Denver office, Mountain Time").waitFor()
    const times = page.locator(".day-times .time")
    await times.first().waitFor()
    for (const time of await times.allTextContents())
      expect(time.replace(/\s/g, " ")).toMatch(/^\d+:\d\d [AP]M$/)
    await expectAccessibleEverywhere(page, "several locations")
    await button(page, /^\d+ times at Downtown$/).click()
    await expect.poll(() => page.getByRole("radio", { name: /^Downtown/ }).isChecked()).toBe(true)
    await pickTime(page, /March 4,/, "9:00")
    const staysChosen = async () => {
      await rail().getByText("Central Time").waitFor()
      await rail().getByText("Downtown").last().waitFor()
    }
    await heading(page, "Your mobile number").waitFor()
    await staysChosen()
    await proveNumber(page, service, "5125550123")
    await heading(page, "Is this right?").waitFor()
    await staysChosen()
    await button(page, /^Book Thu/).click()
    await heading(page, /^You’re booked/).waitFor()
    await page.locator(".ticket").getByText("Downtown").waitFor()
    await page.locator(".ticket").getByText("Central Time").waitFor()
  })

  it("PG-03 where the visitor's clock tells nothing the place is asked for; a link's customer has that of their address", async () => {
    const { service, story } = stage
    const { body } = await service.api("GET", "/appointment-types?limit=100")
    const showroom = body.data.find(({ name }: { name: string }) => name === "Showroom consultation")
    await open({ timezoneId: "America/New_York" })
    await button(page, /^Showroom consultation/).click()
    await page.getByText("Choose a location to see its times.").waitFor()
    expect(await page.getByRole("radio", { checked: true }).count()).toBe(0)
    expect(await page.locator(".day-times .time").count()).toBe(0)
    // On a phone the addresses stand where one chooses.
    await page.getByText("1600 Broadway, Denver, CO 80202").waitFor()
    await expectAccessibleEverywhere(page, "the place is asked for")
    await page.getByRole("radio", { name: /^Downtown/ }).check()
    await page.locator(".day-times .time").first().waitFor()
    await page.getByText("Downtown, Central Time").waitFor()

    const customer_id = await makeCustomer(service, {
      address: { line1: "5 Pine St", city: "Boulder", state: "CO", postal_code: "80301", country: "US" },
    })
    const link = await makeLink(service, { ...story, typeId: showroom.id, customerId: customer_id })
    await page.goto(link.url)
    await expect.poll(() => page.getByRole("radio", { name: /^Denver office/ }).isChecked()).toBe(true)
    await page.getByText("Denver office, Mountain Time").waitFor()
    expect(await page.locator("main").innerText()).not.toMatch(/Boulder|5 Pine/)
  })
})

describe("with whom", () => {
  it("TR-11 a customer with an assigned provider is led to that one's times, in words that name the person", async () => {
    const { service, story } = stage
    const phone = stage.newNumber()
    await makeCustomer(service, { phone: `+1${phone}`, assigned_provider_id: story.benId })
    await put(service, "/company", { provider_assignment: "per_customer" })
    await open({ width: 1280 })
    await button(page, /^Boiler service/).click()
    await page.getByRole("combobox", { name: "With" }).selectOption("Ana Ruiz")
    await pickTime(page, /March 3,/, "9:00")
    await proveNumber(page, service, phone)
    await page.getByRole("alert").getByText("Your appointments here are with Ben Okafor.").waitFor()
    await expectAccessibleEverywhere(page, "assigned provider")
    await pickTime(page, /March 3,/, "10:00")
    await heading(page, "Is this right?").waitFor()
    await rail().getByText("Ben Okafor").waitFor()
  })
})

describe("where", () => {
  it("TR-12 an invitation to a home visit without an address on file asks for one, then shows times", async () => {
    const { service, types } = stage
    const phone = stage.newNumber()
    await make(service, "/scheduling-requests", {
      customer_id: await makeCustomer(service, { phone: `+1${phone}` }),
      appointment_type_id: types.visit,
      earliest_date: "2027-03-08",
      latest_date: "2027-03-12",
    })
    await open()
    await button(page, /^I was invited to book/).click()
    await proveNumber(page, service, phone)
    await button(page, /^Home visit/).click()
    await heading(page, "Where should we come?").waitFor()
    await giveAddress(page, "78701")
    await pickTime(page, /March 9,/, "11:00")
    await button(page, /^Book Tue, Mar 9/).click()
    await heading(page, /^You’re booked/).waitFor()
  })

  it("TR-13 a remote visit names no office on any step", async () => {
    await open({ width: 1280 })
    const namesNoOffice = async () => {
      const text = await page.locator("main").innerText()
      expect(text).not.toMatch(/Downtown|Main St/)
    }
    await button(page, /^Advice by video/).click()
    await page.locator(".day-times .time").first().waitFor()
    await namesNoOffice()
    await pickTime(page, /March 10,/, "9:00")
    await heading(page, "Your mobile number").waitFor()
    await namesNoOffice()
    await proveNumber(page, stage.service, "5125550123")
    await button(page, /^Book Wed/).click()
    await heading(page, /^You’re booked/).waitFor()
    await page.getByText("By phone or online").waitFor()
    await namesNoOffice()
  })
})

describe("where no code can be texted", () => {
  it("TR-24 the page offers the call at once, and asks for no number", async () => {
    await put(stage.service, "/company", { public_daily_code_cap: 0 })
    await open()
    await heading(page, "Please call to book").waitFor()
    await page.getByRole("link", { name: "Call (512) 555-0100" }).waitFor()
    expect(await page.getByRole("button").count()).toBe(0)
    await expectAccessibleEverywhere(page, "no codes")
  })

  it("TR-54 after ten codes for one network address the refusal names the number and offers the call", async () => {
    const from = "10.201.1.1"
    for (let count = 0; count < 10; count++) {
      await visitorOf(stage.service, slug, from).code(`+1${stage.newNumber()}`)
    }
    await open({ extraHTTPHeaders: { "x-forwarded-for": from } })
    await chooseTime(page, "2:00")
    await page.getByLabel("Mobile number").fill(stage.newNumber())
    await button(page, "Text me a code").click()
    const alert = page.getByRole("alert")
    await alert.getByText("Too many tries in a short time.").waitFor()
    expect(await alert.getByRole("link", { name: "(512) 555-0100" }).getAttribute("href")).toBe(
      "tel:+15125550100",
    )
    expect(await page.getByLabel("Mobile number").inputValue()).not.toBe("")
  })
})

describe("an appointment that was booked before", () => {
  it("TR-49 after the code the page shows none, and says that links were texted if there are any", async () => {
    const { service, story } = stage
    const phone = stage.newNumber()
    await make(service, "/appointments", {
      customer_id: await makeCustomer(service, { phone: `+1${phone}` }),
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      location_id: story.locationId,
      start_time: "2027-03-12T15:00:00.000Z",
    })
    await open()
    await button(page, /^I have an appointment/).click()
    await heading(page, "Find your appointment").waitFor()
    await proveNumber(page, service, phone)
    await heading(page, "Check your texts").waitFor()
    await page.getByText("If this number has upcoming appointments, we’ve texted a link to each.").waitFor()
    expect(await page.locator("main").innerText()).not.toMatch(/March|Mar 12|9:00/)
    await expectAccessibleEverywhere(page, "links texted")
  })
})

describe("PG-07 what is offered has a face", () => {
  it("headings, prices, pictures and people; an address that chooses is cleaned before anything loads; thanks after the booking", async () => {
    const { service, story, types, url } = stage
    const send = async (path: string, color: string) => {
      const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: color } })
        .png()
        .toBuffer()
      const answer = await fetch(`${service.apiUrl}/api/v1${path}/image`, {
        method: "PUT",
        headers: { authorization: `Bearer ${service.key}`, "content-type": "image/png" },
        body: bytes as Uint8Array<ArrayBuffer>,
      })
      expect(answer.status).toBe(200)
    }
    await put(service, `/appointment-types/${story.typeId}`, { category: "Heating", price_text: "from $60" })
    await put(service, `/appointment-types/${types.options}`, { category: "Advice", price_text: "Free" })
    await put(service, `/providers/${story.anaId}`, { about: "Boilers, since 2009" })
    await put(service, "/company", { thank_you_url: "https://www.example.com/thanks" })
    await send(`/appointment-types/${story.typeId}`, "#0a7")
    await send(`/providers/${story.anaId}`, "#a07")
    await open()
    const headings = page.getByRole("listitem").getByRole("heading")
    expect(await headings.allTextContents()).toEqual(["Advice", "Heating"])
    await button(page, /^Boiler service.*from \$60/).waitFor()
    const face = page.locator(".face")
    await expect.poll(() => page.evaluate('document.querySelector(".face").naturalWidth')).toBe(300)
    expect(await face.boundingBox()).toMatchObject({ width: 56, height: 56 })
    await expectAccessibleEverywhere(page, "faces of the offer")
    const head = (await (await fetch(url)).text()).split("</head>")[0]!
    expect(head).toContain('<meta name="description" content="Book online with Harbour')
    expect(head).toMatch(/<meta property="og:title" content="[^"]*Harbour/)
    expect(head).toContain('rel="icon" href="data:image/svg+xml')

    const asked: string[] = []
    page.on("request", (request) => asked.push(`${request.url()} ${request.headers().referer ?? ""}`))
    const chosen = `type=${story.typeId}&person=${story.anaId}&name=Lou+Secretname&email=lou%40secret.example&phone=5125550155`
    await page.goto(`${url}?${chosen}&keep=1&nonsense=2`)
    await page.getByRole("radio", { name: /^Ana Ruiz/ }).waitFor()
    expect(page.url()).toBe(`${url}?keep=1&nonsense=2`)
    expect(await page.getByRole("radio", { name: /^Ana Ruiz/ }).isChecked()).toBe(true)
    await page.getByText("Boilers, since 2009").waitFor()
    expect(asked.slice(1).filter((line) => /secret|5125550155/i.test(line))).toEqual([])
    await expectAccessibleEverywhere(page, "people with faces")
    await pickTime(page, /March 2,/, "2:00")
    await expect.poll(() => page.getByLabel("Mobile number").inputValue()).toBe("5125550155")
    await proveNumber(page, service, "5125550155")
    await expect.poll(() => page.getByLabel("Last name").inputValue()).toBe("Secretname")
    expect(await page.getByLabel(/^Email/).inputValue()).toBe("lou@secret.example")
    await button(page, /^Book Tue/).click()
    await heading(page, /^You’re booked/).waitFor()
    const thanks = page.getByRole("link", { name: /^On to our site/ })
    expect([await thanks.getAttribute("href"), await thanks.getAttribute("target")]).toEqual([
      "https://www.example.com/thanks",
      "_blank",
    ])
    await put(service, "/company", { thank_you_url: null })
  })
})
