/** The public page's answers, of domain/contracts/public-page.ts: so strict that one field more about anybody would be seen. */
import { z } from "zod"
import {
  appointmentView,
  choicesView,
  clocksView,
  companyView,
  face,
  messagesView,
  questionView,
  slotsView,
  time,
} from "./link.ts"

const minutes = z.array(z.int())

export const publicPageView = z.strictObject({
  company: companyView,
  newCustomersAllowed: z.boolean(),
  canSendCodes: z.boolean(),
  canTextLinks: z.boolean(),
  types: z.array(
    z.strictObject({
      id: z.int(),
      name: z.string(),
      description: z.string().nullable(),
      category: z.string().optional(),
      ...face,
      durationMinutes: z.int(),
      blockMinutes: minutes,
      durationOptions: z.array(z.strictObject({ id: z.int(), label: z.string(), minutes: z.int() })),
      place: z.enum(["at_location", "at_customer", "remote"]),
      needsAddress: z.boolean(),
      locationIds: z.array(z.int()),
      providers: choicesView.shape.providers,
      questions: z.array(questionView),
      isLinkable: z.boolean(),
      isAsked: z.literal(true).optional(),
    }),
  ),
  locations: choicesView.shape.locations,
  botCheck: z.strictObject({
    kind: z.enum(["altcha", "turnstile"]),
    siteKey: z.string().nullable(),
    challengePath: z.string().nullable(),
  }),
})

export const publicSlotsView = slotsView.extend({ in_area: z.boolean() })

export const challengeView = z.strictObject({
  algorithm: z.literal("SHA-256"),
  challenge: z.string(),
  maxnumber: z.int(),
  salt: z.string(),
  signature: z.string(),
})

export const codeSentView = z.strictObject({
  verificationId: z.string(),
  expiresAt: time,
  resendAfterSeconds: z.int(),
})

export const visitView = z.strictObject({
  expiresAt: time,
  customer: z.strictObject({ firstName: z.string() }).nullable(),
  canRegister: z.boolean(),
  hasAddress: z.boolean(),
  textUpdates: z.boolean(),
  assignedProvider: z.strictObject({ id: z.int(), name: z.string() }).nullable(),
  requests: z.array(
    choicesView.extend({
      id: z.int(),
      typeId: z.int(),
      typeName: z.string(),
      description: z.string().nullable(),
      place: z.enum(["at_location", "at_customer", "remote"]),
      durationMinutes: z.int(),
      durationLabel: z.string().nullable(),
      blockMinutes: minutes,
      questions: z.array(questionView),
      earliestDate: z.iso.date().nullable(),
      latestDate: z.iso.date().nullable(),
      isAsked: z.literal(true).optional(),
    }),
  ),
})

export const verifiedView = visitView.extend({ visitToken: z.string() })
export const registeredView = visitView.extend({ warnings: z.array(z.literal("email_taken")) })
export const bookedView = z.strictObject({
  appointment: appointmentView,
  typeName: z.string(),
  manageUrl: z.url().nullable(),
  clocks: clocksView,
  messages: messagesView,
})

export const linksTextedView = z.strictObject({})

export const heldView = z.strictObject({ expiresAt: time, seconds: z.int() })

export const waitingJoinedView = z.strictObject({ entryId: z.int(), waitUrl: z.url().nullable() })
