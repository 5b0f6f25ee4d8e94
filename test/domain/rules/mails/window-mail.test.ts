import { expect, it } from "vitest"
import { unasked } from "../../../../domain/model/pending-appointment.ts"
import { appointmentMail, type MailNews } from "../../../../domain/rules/mails/appointment-mail.ts"
import { offerMail } from "../../../../domain/rules/mails/offer-mail.ts"

const timezone = "America/Chicago"
const from = "2027-03-02T15:00:00.000Z"
const until = "2027-03-02T17:00:00.000Z"
const words = {
  ...{ companyName: "Harbour Heating", accentColor: "#1d6b4c", callPhone: null, firstName: "Sam" },
  ...{ manageUrl: null, proofUrl: null, locationAddress: null, isInvited: false },
}
const promised = {
  ...{ type_name: "Repair", place: "at_customer" as const, location_name: "Austin", provider_name: "Ana" },
  ...{ timezone, blocks: [{ start_time: from, end_time: until }], work_minutes: 45 },
  ...{ attendance: "unknown" as const, cancel_reason: null, ...unasked },
}
const lineOf = (news: MailNews, locale: "en" | "fr" | "es") =>
  appointmentMail(news, promised, { ...words, locale }).card!.lines

it("WN-01 a mail about a promised window says when somebody arrives, and of a cancelled one only when it was", () => {
  expect((["en", "fr", "es"] as const).map((locale) => lineOf("booked", locale))).toEqual([
    ["We arrive between 9:00 AM and 11:00 AM CST"],
    ["Nous arrivons entre 9 h 00 et 11 h 00 (HNC)"],
    ["Llegamos entre las 9:00 y las 11:00 (CST)"],
  ])
  expect(lineOf("cancelled", "en")).toEqual(["9:00 AM – 11:00 AM CST"])
})

it("WN-01 a mail that offers a window says the same", () => {
  const offer = (isWindow: boolean) =>
    offerMail(
      {
        ...{ firstName: "Sam", typeName: "Repair", place: "at_customer", locationName: "", providerName: "" },
        ...{ timezone, start_at: new Date(from), end_at: new Date(until), isWindow },
        ...{ heldUntil: null, url: "https://book.example.com/w/x" },
      },
      {
        ...{ locale: "en", companyName: "Harbour Heating", accentColor: "#1d6b4c", callPhone: null },
        unsubscribeUrl: "https://book.example.com/u/x",
      },
    ).card!.lines
  expect(offer(true)).toEqual(["We arrive between 9:00 AM and 11:00 AM CST"])
  expect(offer(false)).toEqual(["9:00 AM – 11:00 AM CST"])
})
