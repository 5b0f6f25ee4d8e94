/**
 * The rows of a bulk write that are refused. A row stands or falls as a whole. A number may move between two rows, in whichever order they
 * come: it is free where the row of its owner gives the owner another, and that row stands itself.
 */
import type { OwnedNumber } from "../../model/contact.ts"
import type { BulkCustomer } from "../../model/customer-bulk.ts"
import { notFound, Refusal } from "../../model/errors.ts"

export interface BulkFacts {
  /** Customers who are not archived, by their external_ref. */
  idOf: ReadonlyMap<string, number>
  /** The numbers of these customers, and of the owners of numbers that rows give. */
  numbers: readonly OwnedNumber[]
  /** References of customers who were erased a short while ago. */
  erased: ReadonlySet<string>
  providerIds: ReadonlySet<number>
  /** One entry for each row: the reason why its fields do not fit the customer who is there. */
  unfit: readonly (Refusal | null)[]
}

/** A refusal for each row, null for one that stands. */
export function judgeBulk(rows: readonly BulkCustomer[], facts: BulkFacts): (Refusal | null)[] {
  const judged = rows.map((row, index) => whyRefused(row, index, rows, facts) ?? facts.unfit[index] ?? null)
  // A row that is refused frees no number, so that others may be refused after it.
  for (;;) {
    const freed = freedNumbers(rows, judged, facts)
    const claimed = new Set<string>()
    const before = judged.filter((refusal) => refusal !== null).length
    for (const [index, row] of rows.entries()) {
      if (judged[index] !== null) continue
      const refusal = whyTaken(row, facts, freed, claimed)
      if (refusal) judged[index] = refusal
      else if (identifying(row)) claimed.add(row.phone!)
    }
    if (judged.filter((refusal) => refusal !== null).length === before) return judged
  }
}

function whyRefused(
  row: BulkCustomer,
  index: number,
  rows: readonly BulkCustomer[],
  { idOf, erased, providerIds }: BulkFacts,
): Refusal | null {
  const { external_ref: ref, assigned_provider_id: providerId } = row
  const first = rows.findIndex((other) => other.external_ref === ref)
  if (first < index)
    return new Refusal("external_ref_taken", {
      field: "external_ref",
      message: `external_ref: row ${first} has it too`,
    })
  if (!idOf.has(ref) && erased.has(ref))
    return new Refusal("customer_archived", {
      field: "external_ref",
      message:
        "external_ref: this customer was erased within the last 30 days. Erase them on your side; one who comes back is made by POST /customers.",
    })
  if (!idOf.has(ref) && row.name === undefined && row.first_name === undefined)
    return new Refusal("invalid_input", {
      field: "name",
      message: "name: is required of a new customer (expected name, or first_name and last_name)",
    })
  if (typeof providerId === "number" && !providerIds.has(providerId))
    return notFound("provider", "assigned_provider_id")
  return null
}

const identifying = ({ phone, shared_phone }: BulkCustomer) =>
  typeof phone === "string" && shared_phone !== true

/** Numbers whose owner's row gives the owner another, or none. */
export function freedNumbers(
  rows: readonly BulkCustomer[],
  judged: readonly (Refusal | null)[],
  { idOf, numbers }: Pick<BulkFacts, "idOf" | "numbers">,
): ReadonlyMap<string, number> {
  const freed = new Map<string, number>()
  for (const [index, { external_ref, phone }] of rows.entries()) {
    const id = idOf.get(external_ref)
    if (judged[index] !== null || id === undefined || phone === undefined) continue
    const own = numbers.filter(({ customer_id }) => customer_id === id)
    // A number that is the customer's own already becomes the first, and the one before stays.
    if (own.some((number) => number.phone === phone)) continue
    const primary = own.find(({ is_primary, identifies }) => is_primary && identifies)
    if (primary) freed.set(primary.phone, id)
  }
  return freed
}

function whyTaken(
  row: BulkCustomer,
  { idOf, numbers }: BulkFacts,
  freed: ReadonlyMap<string, number>,
  claimed: ReadonlySet<string>,
): Refusal | null {
  if (!identifying(row)) return null
  const id = idOf.get(row.external_ref)
  const owner = numbers.find(({ phone, identifies }) => identifies && phone === row.phone)
  const isTaken = owner !== undefined && owner.customer_id !== id && !freed.has(owner.phone)
  if (claimed.has(row.phone!))
    return new Refusal("phone_taken", { field: "phone", message: "phone: an earlier row has this number" })
  if (!isTaken) return null
  return new Refusal("phone_taken", {
    field: "phone",
    message: `phone: customer ${owner.customer_id} has this number`,
  })
}
