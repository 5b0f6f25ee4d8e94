/** The messages of the customers' pages: none is left that no page shows. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root } from "../support/source-files.ts"
import { unusedMessages } from "../support/unused-messages.ts"

it.each(["shared", "shared/waiting", "public-page", "booking-link", "waiting-link", "server"])(
  "HO-03 no message of %s is without use",
  (part) => {
    const messages = JSON.parse(readFileSync(join(root, `pages/${part}/messages/en.json`), "utf8"))
    expect(unusedMessages(messages, ["pages"])).toEqual([])
  },
)
