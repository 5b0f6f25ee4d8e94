/** WN-01: the customers' pages count windows as such, never as times at which somebody comes. */
import { expect, it } from "vitest"
import { speakMessages } from "../../domain/messages/speak-messages.ts"
import type { Messages } from "../../pages/shared/messages/messages.generated.ts"
import { countText } from "../../pages/shared/times/openings.ts"

const files = {
  en: () => import("../../pages/shared/messages/en.json"),
  es: () => import("../../pages/shared/messages/es.json"),
  fr: () => import("../../pages/shared/messages/fr.json"),
}

it.each([
  ["en", "no times", "2 times", "1 window", "2 windows"],
  ["es", "sin horas", "2 horas", "1 franja", "2 franjas"],
  ["fr", "aucun horaire", "2 horaires", "1 créneau", "2 créneaux"],
] as const)("WN-01 a day's windows are counted as windows: %s", async (locale, ...said) => {
  const words = speakMessages<Messages>((await files[locale]()).default, locale)
  const [start, window] = [{}, { kind: "window" as const }]
  const days = [[], [start, start], [window], [window, window]]
  expect(days.map((openings) => countText(words, openings))).toEqual(said)
})
