import { expect, it } from "vitest"
import { whyNotOwn } from "../../../../domain/rules/mails/company-domain.ts"

it.each([
  ["gmail.com", "provider"],
  ["mail.gmail.com", "provider"],
  ["googlemail.com", "provider"],
  ["yahoo.co.uk", "provider"],
  ["outlook.fr", "provider"],
  ["live.co.uk", "provider"],
  ["icloud.com", "provider"],
  ["privaterelay.appleid.com", "provider"],
  ["t-online.de", "provider"],
  ["com", "suffix"],
  ["co.uk", "suffix"],
  ["com.au", "suffix"],
  ["k12.ca.us", "suffix"],
  ["127.0.0.1", "address"],
  ["10.1", "address"],
  ["harbour.example", null],
  ["mail.harbour.co.uk", null],
  ["live.church", null],
  ["gmail.harbour.com", null],
  ["clinic.internal", null],
])("FX-22 a company may not have %s as its own domain: %s", (domain, why) => {
  expect(whyNotOwn(domain)).toBe(why)
})
