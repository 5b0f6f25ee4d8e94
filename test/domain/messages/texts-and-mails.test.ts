/** The messages of texts and mails: none is left that no rule writes. */
import { expect, it } from "vitest"
import mails from "../../../domain/rules/mails/messages/en.json" with { type: "json" }
import texts from "../../../domain/rules/texts/messages/en.json" with { type: "json" }
import { unusedMessages } from "../../support/unused-messages.ts"

it("HO-03 no message of a text or a mail is without use", () => {
  expect(unusedMessages(texts, ["domain/rules/texts"])).toEqual([])
  expect(unusedMessages(mails, ["domain/rules/mails"])).toEqual([])
})
