/** The words of a control, by the section of the labels and the name that the API gives the field. */
import { useWords, type Words } from "../words/words.ts"
import type { LabelSection } from "./controls.ts"

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>
type Values = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>

export interface SettingWords {
  label: string
  hint: string | undefined
  /** The words of a choice, by value. */
  values: Readonly<Record<string, string>>
}

/** @param words of the settings, in the console's language */
export function wordsFor(words: Words["settings"], section: LabelSection, name: string): SettingWords {
  const texts: { labels: Texts; hints: Texts; values: Values } = words
  return {
    label: texts.labels[section]?.[name] ?? name,
    hint: texts.hints[section]?.[name],
    values: texts.values[section]?.[name] ?? {},
  }
}

export const useSettingWords = (section: LabelSection, name: string): SettingWords =>
  wordsFor(useWords().settings, section, name)
