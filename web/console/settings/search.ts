/** The search over settings: by label in the spoken language, by the API's name, and by the record that has the setting. */
import type { Words } from "../words/words.ts"
import type { Control, Fields, LabelSection } from "./controls.ts"
import { wordsFor } from "./settings-words.ts"
import { sectionsOf, type Topic, type TopicName, topics } from "./topics.ts"

export interface Found {
  /** Below `/console`, with the field in its query. */
  to: string
  label: string
  /** The API's name: `quiet_hours.start`. */
  path: string
  topic: TopicName
  /** The record's name, where each record has the setting. */
  record: string | null
}

export interface Records {
  locations: readonly { id: number; name: string }[]
  types: readonly { id: number; name: string }[]
  providers: readonly { id: number; name: string }[]
}

interface Setting {
  topic: Topic
  path: string
  label: string
  /** What else it is found by. */
  more: string
}

export const mostFound = 12

/** @param words of the settings, in the spoken language */
export function search(typed: string, words: Words["settings"], records: Records): Found[] {
  const terms = plain(typed)
    .split(/\s+/)
    .filter((term) => term !== "")
  if (terms.length === 0) return []
  return settingsOf(words)
    .flatMap((setting) => recordsOf(setting.topic, records).map((record) => ({ setting, record })))
    .map((each) => ({ ...each, rank: rankOf(terms, each.setting, each.record?.name ?? "") }))
    .filter(({ rank }) => rank !== null)
    .sort((one, other) => one.rank! - other.rank!)
    .slice(0, mostFound)
    .map(({ setting: { topic, path, label }, record }) => ({
      to: addressOf(topic, path, record),
      label,
      path,
      topic: topic.name,
      record: record?.name ?? null,
    }))
}

/** Each record has the setting; where there is none yet, the list does, in which the first one is made. */
function recordsOf({ of }: Topic, records: Records): readonly ({ id: number; name: string } | null)[] {
  const all = of === undefined ? [] : records[of]
  return all.length === 0 ? [null] : all
}

const addressOf = ({ path, of }: Topic, field: string, record: { id: number } | null): string =>
  of !== undefined && record === null
    ? `/settings/${of}`
    : `${path.replace(":id", String(record?.id))}?field=${field}`

/** The best that any way of finding gives, if each term is found; null when one is not. */
function rankOf(terms: readonly string[], { label, path, more }: Setting, record: string): number | null {
  const texts = [plain(label), path, plain(record), more]
  if (!terms.every((term) => texts.some((text) => text.includes(term)))) return null
  const [name, api] = texts as [string, string]
  if (name.startsWith(terms[0]!)) return 0
  if (terms.some((term) => name.includes(term))) return 1
  return terms.some((term) => api.includes(term)) ? 2 : 3
}

/** Without case and accents: "délai" is found by "delai". */
const plain = (text: string) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "")

/** Each setting once, though calendars of several kinds have it. */
function settingsOf(words: Words["settings"]): Setting[] {
  const all = topics.flatMap((topic) =>
    sectionsOf(topic).flatMap((name) =>
      within(topic, topic.form.sections[name]!, topic.form.name, "", words),
    ),
  )
  return [...new Map(all.map((each) => [`${each.topic.path} ${each.path}`, each])).values()]
}

function within(
  topic: Topic,
  fields: Fields,
  section: LabelSection,
  before: string,
  words: Words["settings"],
): Setting[] {
  return Object.entries(fields).flatMap(([name, control]) => {
    const { label, hint = "" } = wordsFor(words, section, name)
    const path = before + name
    const own = {
      topic,
      path,
      label,
      more: plain([hint, ...namesIn(control), words.topics[topic.name]].join(" ")),
    }
    return control.control === "group"
      ? [own, ...within(topic, control.fields, control.words, `${path}.`, words)]
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
