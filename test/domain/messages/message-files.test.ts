/** The message files: each language has every message with the same arguments, and a fault is named by its key. */
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { compileMessages, type MessageFile } from "../../../domain/messages/compile-messages.ts"
import { speakMessages } from "../../../domain/messages/speak-messages.ts"
import { root } from "../../support/source-files.ts"

type ByLanguage = Record<string, MessageFile>

const program = (name: string) => import(join(root, "bin/messages", name))
const { CATALOGUES, LANGUAGES, readCatalogue } = await program("catalogues.js")
const judge: (catalogue: ByLanguage) => string[] = (await program("judge.js")).judge

/** A catalogue that says the same in three languages, but for what a test changes. */
const catalogue = (spanish: MessageFile): ByLanguage => {
  const english = { title: "Board", moved: "{name} is moved to {time}." }
  return { en: english, es: { ...english, ...spanish }, fr: english }
}

describe("message files", () => {
  it.each(CATALOGUES as string[])(
    "HO-03 %s: no language lacks a message or asks for other arguments",
    (folder) => {
      const messages: ByLanguage = Object.fromEntries(
        LANGUAGES.map((language: string) => [language, readCatalogue(folder, language)]),
      )
      expect(Object.keys(messages.en!).length).toBeGreaterThan(1)
      expect(judge(messages)).toEqual([])
    },
  )

  it("HO-03 a missing, a surplus and an ill-formed message are named, and one with other arguments", () => {
    expect(judge(catalogue({}))).toEqual([])
    const { title: _title, ...without } = catalogue({}).en!
    expect(judge({ ...catalogue({}), es: without })).toEqual(["es title: is missing"])
    expect(judge(catalogue({ more: "Más" }))).toEqual(["es more: English has no such message"])
    expect(judge(catalogue({ moved: "{nombre}: {time}." }))).toEqual([
      "es moved: its arguments are (nombre, time), English has (name, time)",
    ])
    expect(judge(catalogue({ title: "Tablero {" }))[0]).toMatch(/^es title: EXPECT_ARGUMENT_CLOSING_BRACE/)
    expect(judge(catalogue({ moved: "{name, plural, one {uno}} {time}" }))[0]).toMatch(
      /^es moved: MISSING_OTHER/,
    )
    expect(judge(catalogue({ moved: "{name} <b>{time}</b>" }))[0]).toMatch(/^es moved: .*tags/)
  })

  it("HO-03 messages are spoken with their arguments by name, with the plurals and the numbers of the language", () => {
    const compiled = compileMessages({
      title: "Citas",
      board: { found: "{count, plural, =0 {ninguna} one {# cita} other {# citas}} de {name}" },
    })
    interface Messages {
      title: string
      board: { found(values: { count: number; name: string }): string }
    }
    const { title, board } = speakMessages<Messages>(compiled, "fr")
    expect(title).toBe("Citas")
    expect(board.found({ count: 0, name: "Ana" })).toBe("ninguna de Ana")
    // French says zero in the singular, and puts a narrow space into thousands.
    expect(
      speakMessages<Messages>(
        compileMessages({ board: { found: "{count, plural, one {# cita} other {# citas}}" } }),
        "fr",
      ).board.found({ count: 0, name: "" }),
    ).toBe("0 cita")
    expect(board.found({ count: 12_345, name: "{name}" })).toBe("12\u202f345 citas de {name}")
  })
})
