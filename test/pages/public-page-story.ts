import type { PageType, PageView, VerifiedVisitView } from "../../domain/contracts/public-page.ts"
import { openLink } from "./story.ts"

export function boilerService(fields: Partial<PageType> = {}): PageType {
  return {
    id: 1,
    name: "Boiler service",
    description: "We check it.",
    durationMinutes: 60,
    blockMinutes: [60],
    durationOptions: [],
    questions: [],
    place: "at_location",
    needsAddress: false,
    isLinkable: false,
    locationIds: [1],
    providers: [
      { id: 7, name: "Ana Ruiz", locationIds: [1] },
      { id: 8, name: "Bo Lind", locationIds: [1] },
    ],
    ...fields,
  }
}

export const homeVisit = boilerService({
  id: 2,
  name: "Home visit",
  place: "at_customer",
  needsAddress: true,
  locationIds: [],
})

/** Northwind's public page. */
export function publicPage(types: PageType[] = [boilerService(), homeVisit]): PageView {
  return {
    company: openLink().company,
    newCustomersAllowed: true,
    canSendCodes: true,
    canTextLinks: true,
    types,
    locations: [
      {
        id: 1,
        name: "Downtown",
        address: "1 Main St, Austin, TX 78701",
        city: "Austin",
        timezone: "America/Chicago",
      },
    ],
    botCheck: { kind: "altcha", siteKey: null, challengePath: "/api/pages/northwind/bot-check" },
  }
}

/** A verified visit of a new customer, or of Sam. */
export function verifiedVisitOf(
  fields: Partial<VerifiedVisitView> = {},
): VerifiedVisitView & { visitToken: string } {
  return {
    visitToken: "v1",
    expiresAt: "2027-03-01T12:30:00.000Z",
    customer: null,
    canRegister: true,
    hasAddress: false,
    textUpdates: false,
    assignedProvider: null,
    requests: [],
    ...fields,
  }
}

export const samsRequest: VerifiedVisitView["requests"][number] = {
  id: 12,
  typeId: 9,
  typeName: "Yearly check",
  description: null,
  place: "at_location",
  durationMinutes: 90,
  durationLabel: null,
  blockMinutes: [90],
  earliestDate: "2027-04-05",
  latestDate: "2027-04-16",
  locations: [],
  providers: [],
  questions: [],
}
