/**
 * The parts of a form: for each field of an input of the company API the control that edits it. Forms are data, so the
 * screens, the search over settings and the test that no field lacks its control read the same description.
 */
import type { Operations } from "../../sdk/src/index.ts"

/** The records that may be picked by name where the API takes ids. */
export type Picked = "locations" | "types" | "providers"

export type Unit =
  | "minutes"
  | "hoursBefore"
  | "days"
  | "perDay"
  | "atOnce"
  | "fromZero"
  | "codesPerDay"
  | "people"
  | "km"
  | "kmPerHour"
  | "times"
  | "degrees"

/** An emptied field is sent as null where the API takes null, and left out where it may be left out. */
interface CanBeEmpty {
  whenEmpty?: "null" | "omit"
}

export interface TextControl extends CanBeEmpty {
  control: "text"
  max: number
  /** Lines shown; one when left out. */
  lines?: number
  /** Never shown again by the API. */
  isSecret?: true
  example?: string
  /** The groups that rooms and equipment have are offered while typing. */
  suggests?: "groups"
}
export interface PhoneControl extends CanBeEmpty {
  control: "phone"
}
export interface ZoneControl extends CanBeEmpty {
  control: "zone"
}
/** Texts that the browser has an input for: a colour, a time of day, a date, an instant on the company's clock. */
export interface NativeControl {
  control: "color" | "clock" | "date" | "moment"
}
export interface SwitchControl {
  control: "switch"
  /** How a new one stands; off when left out. */
  usually?: true
}
export interface ChoiceControl<Value extends string = string> {
  control: "choice"
  values: readonly Value[]
}
export interface NumberControl extends CanBeEmpty {
  control: "number"
  min: number
  max: number
  unit: Unit
  /** Fractions are allowed. */
  isFraction?: true
  /** The value that a new one begins with. */
  usually?: number
}
/** Minutes, typed as minutes, hours or days. */
export interface MinutesControl {
  control: "minutes"
  min: number
  max: number
}
export interface PickControl {
  control: "pick"
  of: Picked
}
export interface PicksControl {
  control: "picks"
  of: Picked
  /** Null stands for all. */
  nullIsAll?: true
}
/** A list of texts, one a line. */
export interface LinesControl {
  control: "lines"
  example: string
}
/** A list of the same fields, row by row. A row of one value has the field `value`. */
export interface RowsControl {
  control: "rows"
  /** The section of the labels that a row's fields have. */
  words?: LabelSection
  row: Fields
  /** The row is the value itself, no object. */
  isPlain?: true
  /** Another field of the API that says the same, and needs no control of its own. */
  standsFor?: string
  fewest: number
  most: number
}
/** An object. With `nullable` it is switched on and off as a whole; off is null. */
export interface GroupControl {
  control: "group"
  /** The section of the labels that its fields have. */
  words: LabelSection
  fields: Fields
  nullable?: true
  /** The section's title says enough: the label is read out only. */
  isQuiet?: true
}
/** An object whose `kind` says which fields it has. */
export interface VariantControl {
  control: "variant"
  words: LabelSection
  cases: Readonly<Record<string, Fields>>
}
/** JSON as it is sent, for what is drawn on a map otherwise. */
export interface JsonControl {
  control: "json"
  example: string
}
/** The week of a provider's hours. */
export interface WeekControl {
  control: "week"
}
/** A type's questions at booking. */
export interface QuestionsControl {
  control: "questions"
}
/** Not shown: it goes back with its row as it came. */
export interface KeptControl {
  control: "kept"
}

export type Control =
  | TextControl
  | PhoneControl
  | ZoneControl
  | NativeControl
  | SwitchControl
  | ChoiceControl
  | NumberControl
  | MinutesControl
  | PickControl
  | PicksControl
  | LinesControl
  | RowsControl
  | GroupControl
  | VariantControl
  | JsonControl
  | WeekControl
  | QuestionsControl
  | KeptControl

export type Fields = Readonly<Record<string, Control>>

export type FormName =
  | "company"
  | "location"
  | "type"
  | "provider"
  | "hours"
  | "timeOff"
  | "resource"
  | "companyTimeOff"
  | "calendar"
  | "channel"
/** Labels stand by form, and by object for those that several forms have. */
export type LabelSection =
  | FormName
  | "address"
  | "travel"
  | "mail"
  | "area"
  | "brand"
  | "waitingList"
  | "agent"
  | "plan"
  | "span"
  | "option"
  | "needs"
  | "neededResource"
  | "promise"
  | "step"
  | "override"

export interface Form {
  name: FormName
  /** In the order in which they are shown. */
  sections: Readonly<Record<string, Fields>>
}

export type InputOf<Name extends keyof Operations> = NonNullable<Parameters<Operations[Name]>[0]>

/** All fields of a form, its sections laid together. */
export const fieldsOf = ({ sections }: Form): Fields => Object.assign({}, ...Object.values(sections))
