/** Settings by their label, by everyday words for the same, and by the record that has them. Each is found once. */
import type { Fields, LabelSection } from "../settings/controls.ts"
import { wordsFor } from "../settings/settings-words.ts"
import {
  beginnings,
  elsewhere,
  linkOf,
  sectionsOf,
  type Topic,
  type TopicName,
  topics,
} from "../settings/topics.ts"
import type { Words } from "../words/words.ts"
import type { FindableEntry } from "./deeds.ts"
import { plain, termsIn } from "./terms.ts"

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

/** Screens that are one setting to people, however many fields they have. */
const asOne: readonly TopicName[] = ["channels", "timeOff", "closed", "calendars"]

type Meanings = Readonly<Record<string, Readonly<Record<string, string>>>>

/** @param typed of several records the one that it names has the setting, else their list */
export function allSettings(words: Words, records: Records, typed: string): FindableEntry[] {
  const all = [
    ...topics.flatMap((topic) =>
      (asOne.includes(topic.name) ? [wholeOf(topic, words)] : fieldsOf(topic, words)).map((setting) =>
        entryOf(topic, setting, records, words, typed),
      ),
    ),
    ...otherSettings(words),
    ...recordEntries(records, words),
  ]
  return [...new Map(all.map((each) => [each.id, each])).values()]
}

interface Setting {
  /** The API's path of the field, which the address names; null for a whole screen. */
  path: string | null
  title: string
  means: string
}

function wholeOf({ name }: Topic, { settings, palette }: Words): Setting {
  const means = palette.meanings.topics[name as keyof typeof palette.meanings.topics]
  return { path: null, title: settings.topics[name], means }
}

function fieldsOf(topic: Topic, words: Words): Setting[] {
  return sectionsOf(topic).flatMap((name) => within(topic.form.sections[name]!, topic.form.name, "", words))
}

function within(fields: Fields, section: LabelSection, before: string, words: Words): Setting[] {
  const meanings: Meanings = words.palette.meanings
  return Object.entries(fields).flatMap(([name, control]) => {
    const path = before + name
    const title = wordsFor(words.settings, section, name).label
    const own = { path, title, means: before === "" ? (meanings[section]?.[name] ?? "") : "" }
    return control.control === "group"
      ? [own, ...within(control.fields, control.words, `${path}.`, words)]
      : [own]
  })
}

function entryOf(
  topic: Topic,
  setting: Setting,
  records: Records,
  words: Words,
  typed: string,
): FindableEntry {
  const { name, path: screen, of } = topic
  const all = of === undefined ? [] : records[of]
  const named = all.find(({ name: each }) => namesOne(typed, each))
  const record = named ?? (all.length === 1 ? all[0]! : null)
  const field = setting.path === null ? "" : `?field=${setting.path}`
  const to = of === undefined ? screen : record ? screen.replace(":id", String(record.id)) : linkOf(of)
  return {
    id: `setting ${name} ${setting.path}`,
    title: setting.title,
    means: `${setting.means} ${words.settings.topics[name]} ${all.map((each) => each.name).join(" ")}`,
    icon: "settings",
    side: [words.settings.title, words.settings.topics[name], ...(record ? [record.name] : [])].join(" › "),
    deeds: [{ name: words.palette.open, to: `${to}${field}` }],
  }
}

/** The beginning of one of its words; less than three letters say nothing. */
const namesOne = (typed: string, name: string): boolean =>
  termsIn(typed).some(
    (term) =>
      term.length > 2 &&
      plain(name)
        .split(/\s+/)
        .some((word) => word.startsWith(term)),
  )

function otherSettings({ settings, palette }: Words): FindableEntry[] {
  const meanings: Readonly<Record<string, string>> = palette.meanings.elsewhere
  const entry = (name: string, to: string, title: string, side: string): FindableEntry => ({
    id: `setting ${name}`,
    title,
    means: `${meanings[name] ?? ""} ${side}`,
    icon: "settings",
    side,
    deeds: [{ name: palette.open, to }],
  })
  return [
    ...Object.entries(elsewhere).map(([name, { path }]) => {
      const { name: title, about } = settings.elsewhere[name as keyof typeof elsewhere]
      return entry(name, path, title, about)
    }),
    ...beginnings.map((name) => {
      const { name: title, about } = settings.beginnings[name]
      return entry(name, linkOf(name), title, about)
    }),
  ]
}

/** Services, rooms and locations by name. People have a group of their own. */
function recordEntries(records: Records, { settings, palette }: Words): FindableEntry[] {
  return (["types", "resources", "locations"] as const).flatMap((of) =>
    records[of].map(
      ({ id, name }): FindableEntry => ({
        id: `${of} ${id}`,
        title: name,
        means: "",
        icon: "settings",
        side: [settings.title, settings.topics[of]].join(" › "),
        deeds: [{ name: palette.open, to: `/settings/${of}/${id}` }],
      }),
    ),
  )
}
