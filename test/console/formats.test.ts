/** Times in the console are those of the service's rules for a zone, whatever the browser's are. */
import { expect, it } from "vitest"
import { appointmentFormats, formatsOf, instantAt, keepZones, localDate } from "../../console/formats.ts"

const winnipeg = "America/Winnipeg"
const plain = (text: string) => text.replace(/[\u202f\u2009]/g, " ")

it("CN-14 are written and read by the offsets that the service says", () => {
  // From November 2026 on Manitoba's clocks stay where they are; a browser may not know it.
  keepZones({
    zones: [
      {
        timezone: winnipeg,
        utc_offsets: [
          { from: "2025-11-02T07:00:00.000Z", minutes: -360 },
          { from: "2026-03-08T08:00:00.000Z", minutes: -300 },
        ],
      },
    ],
  })
  const noon = "2027-01-15T17:00:00.000Z"
  expect(plain(formatsOf(winnipeg).moment(noon))).toBe("Fri, Jan 15, 12:00 PM")
  expect(
    plain(appointmentFormats(winnipeg).block({ start_time: noon, end_time: "2027-01-15T18:30:00.000Z" })),
  ).toBe("Fri, Jan 15, 12:00 – 1:30 PM")
  expect(instantAt(winnipeg, "2027-01-15", "12:00")).toBe(noon)
  expect(instantAt(winnipeg, "2026-02-15", "12:00")).toBe("2026-02-15T18:00:00.000Z")
  expect(localDate("2027-01-16T04:59:00.000Z", winnipeg)).toBe("2027-01-15")
  expect(localDate("2027-01-16T05:00:00.000Z", winnipeg)).toBe("2027-01-16")
})

it("CN-14 of a zone that the company has no more are the browser's", () => {
  expect(plain(formatsOf("Asia/Tokyo").time("2027-01-15T17:00:00.000Z"))).toBe("2:00 AM")
  expect(instantAt("Asia/Tokyo", "2027-01-16", "02:00")).toBe("2027-01-15T17:00:00.000Z")
})
