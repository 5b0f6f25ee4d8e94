/** The search over settings: by label in the spoken language, by the API's name, and by the record that has the setting. */
import type { Words } from "../words/words.ts"
import type { Control, Fields, LabelSection } from "./controls.ts"
import { wordsFor } from "./settings-words.ts"
import { elsewhere, sectionsOf, type Topic, topics } from "./topics.ts"

type SettingsWords = Words["settings"]

export interface Found {
  /** Below `/console`, with the field in its query. */
  to: string
  label: string
  /** The API's name: `quiet_hours.start`. */
  path: string
  /** The screen, and the record where each has the setting. */
  where: string
}

interface Findable extends Found {
  /** What else it is found by. */
  more: string
}

interface Named {
  id: number
  name: string
}

export interface Records {
  locations: readonly Named[]
  types: readonly Named[]
  providers: readonly Named[]
  resources: readonly Named[]
}

const mostFound = 12

/** @param words of the settings, in the spoken language */
export function search(typed: string, words: SettingsWords, records: Records): Found[] {
  const terms = plain(typed)
    .split(/\s+/)
    .filter((term) => term !== "")
  if (terms.length === 0) return []
  return [...ownSettings(words, records), ...settingsElsewhere(words)]
    .map((findable) => ({ findable, rank: rankOf(terms, findable) }))
    .filter(({ rank }) => rank !== null)
    .sort((one, other) => one.rank! - other.rank!)
    .slice(0, mostFound)
    .map(({ findable: { more: _, ...found } }) => found)
}

/** The best that any way of finding gives, if each term is found; null when one is not. */
function rankOf(terms: readonly string[], { label, path, where, more }: Findable): number | null {
  const [name, rest] = [plain(label), plain(`${where} ${more}`)]
  if (!terms.every((term) => [name, path, rest].some((text) => text.includes(term)))) return null
  if (name.startsWith(terms[0]!)) return 0
  if (terms.some((term) => name.includes(term))) return 1
  return terms.some((term) => path.includes(term)) ? 2 : 3
}

/** Without case and accents: "délai" is found by "delai". */
const plain = (text: string) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "")

/** Each setting once, though calendars of several kinds have it, and for each record that has it. */
function ownSettings(words: SettingsWords, records: Records): Findable[] {
  const all = topics.flatMap((topic) =>
    sectionsOf(topic)
      .flatMap((name) => within(topic.form.sections[name]!, topic.form.name, "", words))
      .flatMap((setting) => recordsOf(topic, records).map((record) => at(topic, record, setting, words))),
  )
  return [...new Map(all.map((each) => [`${each.to} ${each.path}`, each])).values()]
}

type Setting = Pick<Findable, "label" | "path" | "more">

/** Each record has the setting; where there is none yet, the list does, in which the first one is made. */
function recordsOf({ of }: Topic, records: Records): readonly (Named | null)[] {
  const all = of === undefined ? [] : records[of]
  return all.length === 0 ? [null] : all
}

function at(
  { name, path, of }: Topic,
  record: Named | null,
  setting: Setting,
  words: SettingsWords,
): Findable {
  const isInList = of !== undefined && record === null
  const screen = path.replace(":id", String(record?.id))
  return {
    ...setting,
    to: isInList ? `/settings/${of}` : `${screen}?field=${setting.path}`,
    where: [words.topics[name], ...(record ? [record.name] : [])].join(" · "),
  }
}

function within(fields: Fields, section: LabelSection, before: string, words: SettingsWords): Setting[] {
  return Object.entries(fields).flatMap(([name, control]) => {
    const { label, hint = "" } = wordsFor(words, section, name)
    const path = before + name
    const own = { path, label, more: [hint, ...namesIn(control)].join(" ") }
    return control.control === "group"
      ? [own, ...within(control.fields, control.words, `${path}.`, words)]
      : [own]
  })
}

/** The API's names in rows and kinds, which are found at the field that holds them. */
function namesIn(control: Control): string[] {
  if (control.control === "rows") return [control.standsFor ?? "", ...Object.keys(control.row)]
  if (control.control === "variant")
    return Object.entries(control.cases).flatMap(([kind, fields]) => [kind, ...Object.keys(fields)])
  return []
}

const settingsElsewhere = (words: SettingsWords): Findable[] =>
  Object.entries(elsewhere).map(([name, { path: to, names }]) => {
    const { name: label, about } = words.elsewhere[name as keyof typeof elsewhere]
    return { to, label, path: names[0], where: about, more: names.join(" ") }
  })
