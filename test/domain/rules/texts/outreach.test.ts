/** A step of outreach: its limits, the filling of its text, and when a request needs none. */
import { describe, expect, it } from "vitest"
import { Refusal } from "../../../../domain/model/errors.ts"
import {
  judgeSteps,
  outreachText,
  whyUnwanted,
  whyWrongText,
} from "../../../../domain/rules/texts/outreach.ts"

const setUp = { linksAreSetUp: true }

function judged(step: object, of = setUp): string {
  const result = judgeSteps([{ after_minutes: 5, channel: "sms", ...step } as never], of)
  if (result instanceof Refusal) return `${result.code} ${result.field}`
  return Object.entries(result[0]!)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ")
}

describe("a step of outreach", () => {
  it("TQ-02 is a text with words, or a call without", () => {
    expect(judged({ sms_text: "Hello" })).toBe("after_minutes 5, channel sms, sms_text Hello")
    expect(judged({ channel: "voice" })).toBe("after_minutes 5, channel voice")
    for (const sms_text of [undefined, null, ""])
      expect(judged({ sms_text })).toBe("invalid_input steps[0].sms_text")
    expect(judged({ channel: "voice", sms_text: "Hello" })).toBe("invalid_input steps[0].sms_text")
  })

  it("TQ-02 has known placeholders, and the link only where links are set up", () => {
    const text = "{first_name}: {appointment_type}, {booking_link}, {phone}"
    expect(whyWrongText(text)).toBeNull()
    expect(whyWrongText("Hello {name}")).toContain("found {name}")
    expect(whyWrongText("Hello {}")).toContain("found {}")
    expect(judged({ sms_text: text }, { linksAreSetUp: false })).toBe(
      "booking_links_not_set_up steps[0].sms_text",
    )
    expect(judged({ sms_text: "Call {phone}" }, { linksAreSetUp: false })).toContain("Call")
  })

  it("TQ-02 names the first wrong one", () => {
    const steps = [{ sms_text: "Hello" }, { sms_text: "{x}" }, { sms_text: "" }].map((step) => ({
      after_minutes: 5,
      channel: "sms",
      ...step,
    }))
    expect(judgeSteps(steps as never, setUp)).toMatchObject({ field: "steps[1].sms_text" })
  })
})

describe("the text that goes", () => {
  const facts = {
    firstName: "Sam",
    typeName: "Fitting",
    phone: "+15125550100",
    bookingLink: "https://book.example/r/x",
  }

  it("TQ-02 has each placeholder filled wherever it stands, and no name fills another", () => {
    const text = "{first_name}, {first_name}: {appointment_type} {booking_link} {phone}"
    expect(outreachText(text, facts)).toBe("Sam, Sam: Fitting https://book.example/r/x +15125550100")
    expect(outreachText("{first_name}", { ...facts, firstName: "{phone}" })).not.toContain("+1512")
    // Not a placeholder, though every object has it.
    expect(outreachText("{constructor}", facts)).toBe("{constructor}")
  })
})

describe("a request's outreach", () => {
  const now = Date.UTC(2027, 2, 1, 12)

  it("TQ-02 ends with the request, and with its last date everywhere", () => {
    const why = (status: string, latest_date = "2027-03-01", zones = ["UTC"]) =>
      whyUnwanted({ status: status as never, latest_date }, now, zones)
    expect(why("open")).toBeNull()
    expect(why("open", "2027-02-28")).toBe("expired")
    expect(why("scheduled")).toBe("booked")
    expect(why("cancelled")).toBe("cancelled")
    expect(why("expired")).toBe("expired")
  })
})
