import { expect, it } from "vitest"
import { ownText } from "../../../domain/rules/mails/own-text.ts"

it("ML-04 of a reply only what its writer wrote is left", () => {
  const quotations = [
    "> Will you be there?",
    "On Tue, Mar 2, 2027 at 10:00 AM Harbour Heating\n<desk@harbour.example> wrote:\n> x",
    "Le mar. 2 mars 2027 à 10:00, Harbour Heating a écrit :\n> x",
    "-----Original Message-----\nFrom: Harbour Heating",
    "________________________________\nFrom: Harbour Heating",
    "From: Harbour Heating\nSent: Tuesday",
    "De : Harbour Heating",
    "-- \nSam Poe",
  ]
  for (const quotation of quotations) expect(ownText(`\n C \n\n${quotation}\nC and more`)).toBe("C")
  for (const added of ["Sent from my iPhone", "Envoyé de mon iPhone", "Get Outlook for iOS"])
    expect(ownText(`C\n\n${added}\n`)).toBe("C")
  expect(ownText("C\nbut later")).toBe("C\nbut later")
  expect(ownText("C\nOn second thought, no")).toBe("C\nOn second thought, no")
  expect(ownText("> C")).toBe("")
})
