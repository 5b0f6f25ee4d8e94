/** The inputs of the public page's endpoints. */
import { z } from "zod"
import type {
  BookInput,
  CodeInput,
  HoldInput,
  PageSlotsInput,
  RegisterInput,
  VerifyInput,
} from "../../../domain/contracts/public-page.ts"
import { mostLinked } from "../../../domain/model/appointment-group.ts"
import { wantedSeats } from "../../../domain/model/class-seats.ts"
import { date, email, flag, id, line, minuteInstant, name, text } from "../../../domain/model/fields.ts"
import { answersInput } from "../../../domain/model/question.ts"

const country = z.enum(["US", "CA"], { error: "expected US or CA" })

export const addressInput = z
  .strictObject({
    line1: name(200),
    line2: line(200).nullable().optional(),
    city: name(120),
    state: name(120),
    postalCode: name(20),
    country: country.default("US"),
  })
  .transform(({ line2, postalCode, ...plain }) => ({
    ...plain,
    line2: line2 ?? null,
    postal_code: postalCode,
  }))

const followingTypes = {
  thenTypeIds: z
    .array(id)
    .min(1)
    .max(mostLinked - 1)
    .optional(),
  sameProvider: flag.optional(),
}

const followingParts = z
  .array(z.strictObject({ providerId: id, startTime: minuteInstant }))
  .max(mostLinked)
  .optional()

export const slotsInput = z.strictObject({
  typeId: id,
  startDate: date,
  endDate: date,
  locationId: id.optional(),
  providerId: id.optional(),
  durationOptionId: id.optional(),
  schedulingRequestId: id.optional(),
  address: addressInput.optional(),
  moreFrom: text(200).optional(),
  seats: wantedSeats,
  ...followingTypes,
})

export const holdInput = z.strictObject({
  typeId: id,
  providerId: id,
  keepProvider: z.literal(true, { error: "expected true" }).optional(),
  locationId: id,
  startTime: minuteInstant,
  durationOptionId: id.optional(),
  schedulingRequestId: id.optional(),
  address: addressInput.optional(),
  verificationId: name(100).optional(),
  ...followingTypes,
  parts: followingParts,
})

export const codeInput = z.strictObject({ phone: name(40), botCheck: name(4_000) })

export const verifyInput = z.strictObject({
  verificationId: name(100),
  code: text(20)
    .transform((typed) => typed.replace(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, { error: "expected the six digits of the code" })),
})

export const registerInput = z.strictObject({
  firstName: name(100),
  lastName: name(100),
  email: email.optional(),
  address: addressInput.optional(),
  textUpdates: flag.default(false),
})

export const bookInput = z.strictObject({
  typeId: id,
  providerId: id,
  keepProvider: z.literal(true, { error: "expected true" }).optional(),
  locationId: id,
  startTime: minuteInstant,
  durationOptionId: id.optional(),
  schedulingRequestId: id.optional(),
  address: addressInput.optional(),
  textUpdates: flag.default(false),
  answers: answersInput,
  seats: wantedSeats,
  ...followingTypes,
  parts: followingParts,
})

type Takes<Schema extends z.ZodType, Sent extends z.input<Schema>> = [Schema, Sent]

/** The page's requests, by its own types: a change that a schema would refuse does not compile. */
export type SentByThePage = [
  Takes<typeof slotsInput, PageSlotsInput>,
  Takes<typeof holdInput, HoldInput>,
  Takes<typeof codeInput, CodeInput>,
  Takes<typeof verifyInput, VerifyInput>,
  Takes<typeof registerInput, RegisterInput>,
  Takes<typeof bookInput, BookInput>,
]
