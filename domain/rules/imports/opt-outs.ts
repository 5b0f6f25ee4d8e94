/**
 * Takes over an opt-out of a file. It is recorded for the number or the address, also of a customer who is
 * there; a consent that was given here is newer than any file, and stays.
 */
import { type Consent, importedOffersSource, importedSource } from "../../model/contact.ts"
import type { OptOutOf } from "../../model/imports.ts"
import type { ImportedCustomer } from "./read-customer.ts"

export interface OptOut extends Pick<Consent, "source"> {
  channel: "sms" | "email"
  /** A number in E.164, or an email in small letters. */
  address: string
}

export function optOutsIn({ email, beside }: ImportedCustomer): OptOut[] {
  const { numbers, optOuts } = beside
  const source = optOuts.emails === "offers" ? importedOffersSource : importedSource
  return [
    ...(optOuts.texts ? numbers : []).map(
      (address): OptOut => ({ channel: "sms", address, source: importedSource }),
    ),
    ...(optOuts.emails !== null && email ? [{ channel: "email", address: email, source } as const] : []),
  ]
}

export const consentKey = ({ channel, address }: Pick<OptOut, "channel" | "address">): string =>
  `${channel}:${address}`

/** The newest event of each number and address that has one, by `consentKey`. */
export type SaidEvents = ReadonlyMap<string, Consent["event"]>

/** The channels by which the row's customer wants nothing, and the cells that say no where the customer has said yes here. */
export function judgeOptOuts(
  customer: ImportedCustomer,
  said: SaidEvents,
): { opted_out: OptOutOf[]; differs: string[] } {
  const wanted = optOutsIn(customer)
  const isKept = (each: OptOut) => said.get(consentKey(each)) === "granted"
  const taken = wanted.filter((each) => !isKept(each))
  return {
    opted_out: [...new Set(taken.map(optedOutOf))],
    differs: [
      ...new Set(
        wanted.filter(isKept).map(({ channel }) => (channel === "sms" ? "text_opt_out" : "email_opt_out")),
      ),
    ],
  }
}

const optedOutOf = ({ channel, source }: OptOut): OptOutOf =>
  channel === "sms" ? "texts" : source === importedOffersSource ? "offers" : "emails"

/** The opt-outs of numbers and addresses that have no record here, each once. */
export function optOutsToRecord(customers: readonly ImportedCustomer[], said: SaidEvents): OptOut[] {
  const wanted = new Map(customers.flatMap(optOutsIn).map((each) => [consentKey(each), each]))
  return [...wanted].filter(([key]) => !said.has(key)).map(([, each]) => each)
}
