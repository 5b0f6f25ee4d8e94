/**
 * The place of each setting: the screens of the settings, and the forms on them. The links beside every screen, the palette
 * and the test that no field lacks its control read this table.
 */
import type { Form } from "./controls.ts"
import { calendarForms } from "./forms/calendar.ts"
import { channelForm, companyForm, companyTimeOffForm } from "./forms/company.ts"
import { locationForm } from "./forms/location.ts"
import { hoursForm, providerForm, timeOffForm } from "./forms/provider.ts"
import { resourceForm } from "./forms/resource.ts"
import { typeForm } from "./forms/type.ts"

export type TopicName =
  | "company"
  | "brand"
  | "page"
  | "texts"
  | "channels"
  | "travel"
  | "agent"
  | "locations"
  | "types"
  | "providers"
  | "hours"
  | "timeOff"
  | "resources"
  | "closed"
  | "calendars"

export interface Topic {
  name: TopicName
  /** The path of the screen; with `:id` where each record has one. */
  path: string
  form: Form
  /** The sections of the form; all when left out. */
  sections?: readonly string[]
  /** The kind of record that the `:id` of the address belongs to. */
  of?: "locations" | "types" | "providers" | "resources"
}

export const topics: readonly Topic[] = [
  { name: "company", path: "/settings/company", form: companyForm, sections: ["identity", "customers"] },
  { name: "brand", path: "/settings/brand", form: companyForm, sections: ["brand"] },
  { name: "page", path: "/settings/page", form: companyForm, sections: ["page", "embedding"] },
  { name: "texts", path: "/settings/texts", form: companyForm, sections: ["links", "texts", "mail"] },
  { name: "channels", path: "/settings/channels", form: channelForm },
  { name: "travel", path: "/settings/travel", form: companyForm, sections: ["travel"] },
  { name: "agent", path: "/settings/agent", form: companyForm, sections: ["agent"] },
  { name: "locations", path: "/settings/locations/:id", form: locationForm, of: "locations" },
  { name: "types", path: "/settings/types/:id", form: typeForm, of: "types" },
  { name: "providers", path: "/settings/providers/:id", form: providerForm, of: "providers" },
  { name: "hours", path: "/settings/providers/:id/hours", form: hoursForm, of: "providers" },
  { name: "timeOff", path: "/settings/providers/:id/time-off", form: timeOffForm, of: "providers" },
  { name: "resources", path: "/settings/resources/:id", form: resourceForm, of: "resources" },
  { name: "closed", path: "/settings/closed", form: companyTimeOffForm },
  ...Object.values(calendarForms).map(
    (form): Topic => ({
      name: "calendars",
      path: "/settings/providers/:id/calendars",
      form,
      of: "providers",
    }),
  ),
]

/** A topic's part of its form. */
export const sectionsOf = ({ form, sections = Object.keys(form.sections) }: Topic): string[] => [...sections]

/** The links beside each screen, in groups. Records are reached by their lists. */
export const links: Readonly<Record<"business" | "offer", readonly TopicName[]>> = {
  business: ["company", "brand", "page", "texts", "channels", "travel", "agent"],
  offer: ["locations", "types", "providers", "resources", "closed"],
}

/** Settings of other parts of the console: the palette leads there too. */
export const elsewhere = {
  logo: { path: "/settings/brand" },
  people: { path: "/people" },
  signIn: { path: "/people/sign-in" },
  audit: { path: "/people/audit" },
  plans: { path: "/messages/plans" },
  keys: { path: "/developers/keys" },
  endpoints: { path: "/developers" },
  embed: { path: "/developers/embed" },
  you: { path: "/you" },
} as const

/** Screens of the set-up whose addresses begin with `/settings`. */
export const beginnings = ["assistant", "check", "import", "areas"] as const

export const linkOf = (name: TopicName | (typeof beginnings)[number]): string => `/settings/${name}`
