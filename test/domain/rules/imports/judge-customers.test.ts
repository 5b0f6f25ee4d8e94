/** The rows of a file that are customers already, and those that make one. */
import { describe, expect, it } from "vitest"
import { Refusal } from "../../../../domain/model/errors.ts"
import { readOrRefusal } from "../../../../domain/rules/imports/cells.ts"
import {
  createRegister,
  findAttendee,
  judgeCustomers,
  type KnownCustomer,
  keyOf,
} from "../../../../domain/rules/imports/judge-customers.ts"
import { type ImportedCustomer, readCustomer } from "../../../../domain/rules/imports/read-customer.ts"

const [phone, otherPhone] = ["+15125550123", "+15125550124"]

const address = {
  line1: "2 Oak Ave",
  line2: null,
  city: "Austin",
  state: "TX",
  postal_code: "78702",
  country: "US",
}

const sam: KnownCustomer = {
  id: 3,
  first_name: "Sam",
  last_name: "Poe",
  email: "Sam@Example.com",
  external_ref: "crm-9",
  address: null,
  locale: "en",
  timezone: null,
  warning: null,
  notes: null,
  phones: [{ phone, identifies: true }],
}

const read = (cells: Parameters<typeof readCustomer>[0]) =>
  readCustomer(cells, { cell: "external_ref", text: cells.external_ref ?? null })

const row = (cells: Parameters<typeof readCustomer>[0]): ImportedCustomer => read(cells)

const judged = (rows: (ImportedCustomer | Refusal)[], known: KnownCustomer[] = [sam]) =>
  judgeCustomers(
    rows,
    known,
    new Map(),
    rows.map((_, index) => 101 + index),
  )

const fateOf = (cells: Parameters<typeof readCustomer>[0], known?: KnownCustomer[]) => {
  const { fate, id, reason } = judged([row(cells)], known).results[0]!
  return reason ? `${fate}: ${reason.code}` : `${fate}: ${id}`
}

describe("a customer's row", () => {
  it("TQ-02 has a name out of its parts, else whole, else the company's", () => {
    expect(row({ first_name: "Sam", last_name: "Poe", name: "Poe, Sam", phone })).toMatchObject({
      first_name: "Sam",
      last_name: "Poe",
    })
    expect(row({ first_name: "Sam", phone })).toMatchObject({ first_name: "Sam", last_name: "" })
    expect(row({ name: "Sam Poe", last_name: "Poe", phone }).name).toBe("Sam Poe")
    expect(row({ last_name: "Poe", company: "Poe Ltd", phone }).name).toBe("Poe")
    expect(row({ company: "Poe Ltd", phone }).name).toBe("Poe Ltd")
  })

  it("TQ-02 is refused by the cell that is wrong", () => {
    const refusedField = (cells: Parameters<typeof readCustomer>[0]) =>
      (readOrRefusal(() => read(cells)) as Refusal).field
    expect(refusedField({ name: "Sam" })).toBe("external_ref")
    expect(refusedField({ name: "Sam", email: "none" })).toBe("email")
    expect(refusedField({ name: "Sam", phone, line1: "2 Oak Ave" })).toBe("city")
    const placed = { name: "Sam", phone, ...address, line2: null }
    expect(refusedField({ ...placed, latitude: "30.2" })).toBe("latitude")
    expect(refusedField({ ...placed, longitude: "-97.7" })).toBe("latitude")
    expect(refusedField({ ...placed, country: "Texas" })).toBe("country")
  })

  it("TQ-02 has an address when more than the country is given, and the US when no country is", () => {
    expect(row({ name: "Sam", phone, country: "CA" }).address).toBeNull()
    expect(row({ name: "Sam", phone, ...address, country: null })).toMatchObject({
      address: { country: "US" },
    })
    expect(
      row({ name: "Sam", phone, ...address, country: "ca", postal_code: "K1A 0B1" }).address,
    ).toMatchObject({
      country: "CA",
    })
    expect(
      row({ name: "Sam", phone, ...address, latitude: "30,27", longitude: "-97.74" }).address,
    ).toMatchObject({ latitude: 30.27, longitude: -97.74 })
  })

  it("TQ-02 shares its number only when there is one and the cell says so", () => {
    expect(row({ name: "Sam", phone, shared_phone: "yes" }).shared_phone).toBe(true)
    expect(row({ name: "Sam", phone, shared_phone: "no" }).shared_phone).not.toBe(true)
    expect(row({ name: "Sam", email: "sam@example.com", shared_phone: "yes" }).shared_phone).not.toBe(true)
  })

  it("TQ-02 is known by its id, else by its own number and name, else by its email and name", () => {
    expect(keyOf(row({ name: "Sam Poe", phone, external_ref: "crm-9" }))).toBe("ref:crm-9")
    expect(keyOf(row({ name: "Sam Poe", phone, email: "sam@example.com" }))).toMatch(/^phone:\+15125550123:/)
    expect(keyOf(row({ name: "Sam Poe", phone, shared_phone: "yes", email: "sam@example.com" }))).toMatch(
      /^email:sam@example.com:/,
    )
    expect(keyOf(row({ name: "Sam Poe", phone, shared_phone: "yes" }))).toMatch(/^phone:/)
  })
})

describe("rows against the company's customers", () => {
  it("TQ-02 finds the one with the same id, whatever else differs, and says what differs", () => {
    const { results, made } = judged([
      row({
        name: "Samuel Poe",
        phone: otherPhone,
        email: "new@example.com",
        external_ref: "crm-9",
        locale: "fr",
        timezone: "America/Chicago",
        ...address,
      }),
    ])
    expect(made).toEqual([])
    expect(results[0]).toMatchObject({ fate: "unchanged", id: 3 })
    expect(results[0]!.differs).toEqual([
      "name",
      "phone",
      "email",
      "locale",
      "timezone",
      "line1",
      "city",
      "state",
      "postal_code",
      "country",
    ])
  })

  it("TQ-02 says of no cell that it differs when it is empty or the same", () => {
    const known = { ...sam, address: { ...address }, timezone: "America/Chicago" }
    const same = row({
      name: "sam  poe",
      phone,
      email: "sam@example.com",
      ...address,
      timezone: "America/Chicago",
    })
    expect(judged([same], [known]).results[0]).toMatchObject({ fate: "unchanged", differs: [] })
    expect(judged([row({ name: "Sam Poe", phone })], [known]).results[0]!.differs).toEqual([])
  })

  it("TQ-02 finds by number or email under the same name, and refuses the same under another", () => {
    expect(fateOf({ name: "Sam Poe", phone })).toBe("unchanged: 3")
    expect(fateOf({ name: "Ann Poe", phone })).toBe("refused: phone_taken")
    expect(fateOf({ name: "Sam Poe", phone, external_ref: "crm-10" })).toBe("refused: phone_taken")
    expect(fateOf({ name: "Sam Poe", email: "SAM@example.com" })).toBe("unchanged: 3")
    expect(fateOf({ name: "Ann Poe", email: "sam@example.com" })).toBe("refused: email_taken")
    // A number of its own tells them apart.
    expect(fateOf({ name: "Ann Poe", email: "sam@example.com", phone: otherPhone })).toBe("made: 101")
    expect(fateOf({ name: "Ann Poe", external_ref: "crm-10" })).toBe("made: 101")
  })

  it("TQ-02 shares a number among several names, each found again", () => {
    const family = { ...sam, phones: [{ phone, identifies: false }] }
    expect(fateOf({ name: "Sam Poe", phone, shared_phone: "yes" }, [family])).toBe("unchanged: 3")
    expect(fateOf({ name: "Ann Poe", phone, shared_phone: "yes" }, [family])).toBe("made: 101")
    // A number that identifies no one yet may identify a new customer.
    expect(fateOf({ name: "Ann Poe", phone }, [family])).toBe("made: 101")
  })

  it("TQ-02 knows what an earlier row made, and leaves the refused rows where they stand", () => {
    const refused = new Refusal("invalid_input", { field: "email" })
    const ann = row({ name: "Ann Poe", phone: otherPhone })
    const { results, made } = judged([refused, ann, ann, row({ name: "Bob", phone: otherPhone })])
    expect(results.map(({ fate, id }) => [fate, id])).toEqual([
      ["refused", null],
      ["made", 102],
      ["unchanged", 102],
      ["refused", null],
    ])
    expect(results[0]!.reason).toMatchObject({ code: "invalid_input", field: "email" })
    expect(results[3]!.reason!.message).toContain("customer 102")
    expect(made).toEqual([{ id: 102, input: ann }])
  })

  it("TQ-02 makes nothing in a dry run, which still knows its earlier rows", () => {
    const ann = row({ name: "Ann Poe", phone: otherPhone })
    const { results, made } = judgeCustomers(
      [ann, row({ name: "Bob", phone: otherPhone })],
      [],
      new Map(),
      null,
    )
    expect(made).toEqual([])
    expect(results.map(({ fate, id }) => [fate, id])).toEqual([
      ["made", null],
      ["refused", null],
    ])
    expect(results[1]!.reason!.message).toContain("an earlier row")
  })
})

describe("the customer of an appointment's row", () => {
  const twin = { ...sam, id: 4, first_name: "Ann", external_ref: null, phones: [] }
  const attendee = (cells: Parameters<typeof readCustomer>[0], known = [sam]) => {
    const found = findAttendee(createRegister(known), row(cells))
    return found instanceof Refusal ? found.code : (found?.id ?? null)
  }

  it("TQ-02 is the one with the id, the number or the only one with the email, under any name", () => {
    expect(attendee({ name: "S. Poe", phone, external_ref: "crm-9" })).toBe(3)
    expect(attendee({ name: "S. Poe", phone })).toBe(3)
    expect(attendee({ name: "S. Poe", email: "sam@example.com" })).toBe(3)
  })

  it("TQ-02 is new when nothing fits, and refused when another id has the number", () => {
    expect(attendee({ name: "S. Poe", phone: otherPhone })).toBeNull()
    expect(attendee({ name: "S. Poe", email: "sam@example.com", external_ref: "crm-10" })).toBeNull()
    expect(attendee({ name: "S. Poe", phone, external_ref: "crm-10" })).toBe("phone_taken")
    expect(attendee({ name: "S. Poe", phone, shared_phone: "yes", email: "else@example.com" })).toBeNull()
  })

  it("TQ-02 is told by the name where several have the email", () => {
    const both = [sam, twin]
    expect(attendee({ name: "Ann Poe", email: "sam@example.com" }, both)).toBe(4)
    expect(attendee({ name: "Sam Poe", email: "sam@example.com" }, both)).toBe(3)
    expect(attendee({ name: "Bob", email: "sam@example.com" }, both)).toBe("email_taken")
    expect(attendee({ name: "Ann Poe", email: "sam@example.com" }, [twin, { ...twin, id: 5 }])).toBe(
      "email_taken",
    )
  })
})
