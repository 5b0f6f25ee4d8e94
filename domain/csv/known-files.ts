/** Which column of a file holds what: known by its header, or by what a person says. */
import type { AppointmentRow, CustomerRow, ImportKind, ProviderRow } from "../model/imports.ts"

export type Cell = keyof CustomerRow | keyof ProviderRow | keyof AppointmentRow

const address = ["line1", "line2", "city", "state", "postal_code", "country"] as const
const person = ["name", "first_name", "last_name", "company", "phone", "email"] as const
const morePerson = ["shared_phone", ...address, "locale", "timezone", "warning"] as const

/** The cells of each kind of row, the usual ones first. */
export const cellsOfKind: Record<ImportKind, readonly Cell[]> = {
  customers: [
    ...person,
    "external_ref",
    ...morePerson,
    "latitude",
    "longitude",
    "assigned_provider",
    "notes",
  ],
  providers: [
    "name",
    "appointment_types",
    "location",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "active",
    ...address,
    "max_travel_km",
  ],
  appointments: [
    "start_time",
    "date",
    "time",
    "end_time",
    "minutes",
    "appointment_type",
    "provider",
    "other_providers",
    "seats",
    "location",
    ...person,
    "external_ref",
    "customer_ref",
    "cancelled",
    "notes",
    ...morePerson,
  ],
}

export type Source = "calendly" | "cal.com" | "acuity" | "square" | "google" | "outlook" | "jobber" | "own"

export interface Mapping {
  /** Whose file it is; null for a header that was not recognised. */
  source: Source | null
  /** For a cell, the index of its column. */
  columns: Partial<Record<Cell, number>>
  /** For a cell, the columns that stand in where that one is empty. */
  others: Partial<Record<Cell, readonly number[]>>
  /** What a cell holds in every row. */
  fixed: Partial<Record<Cell, string>>
  /** What a text of the file stands for here: `matches.provider.manager` is "Ana Ruiz". */
  matches: Partial<Record<Cell, Readonly<Record<string, string>>>>
}

/** Small letters and single spaces, so that `First_Name` is `first name`. */
const plain = (title: string) =>
  title
    .replace(/^\ufeff/, "")
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, " ")
    .trim()

/** As their makers write them. */
export const sourceNames: Record<Exclude<Source, "own">, string> = {
  acuity: "Acuity",
  square: "Square",
  google: "Google",
  outlook: "Outlook",
  jobber: "Jobber",
  calendly: "Calendly",
  "cal.com": "Cal.com",
}

type Titles = Partial<Record<Cell, readonly string[]>>

/** Acuity titles a person alike in its lists of clients and of appointments. */
const acuityPerson: Titles = {
  first_name: ["first name"],
  last_name: ["last name"],
  phone: ["phone"],
  email: ["email"],
}

/**
 * The exports of other systems by their titles; `docs/importing.md` names where each is published. A file is known by all
 * titles of one of its marks. A later title stands in for an earlier.
 */
const exportsOf: Record<
  Exclude<Source, "own">,
  { marks: readonly (readonly string[])[] } & Partial<Record<ImportKind, Titles>>
> = {
  acuity: {
    marks: [["date scheduled", "calendar", "start time", "end time"]],
    customers: acuityPerson,
    providers: { name: ["calendar"] },
    appointments: {
      ...acuityPerson,
      external_ref: ["appointment id"],
      start_time: ["start time"],
      end_time: ["end time"],
      appointment_type: ["type"],
      provider: ["calendar"],
      cancelled: ["canceled", "cancelled"],
      notes: ["notes"],
    },
  },
  square: {
    marks: [["square customer id", "email address"]],
    customers: {
      external_ref: ["reference id", "square customer id"],
      first_name: ["first name"],
      last_name: ["last name", "surname"],
      company: ["company name"],
      phone: ["phone number"],
      email: ["email address"],
      line1: ["street address 1"],
      line2: ["street address 2"],
      city: ["city"],
      state: ["state"],
      postal_code: ["postal code"],
    },
  },
  google: {
    marks: [
      ["subject", "start date", "start time"],
      ["e mail 1 value", "phone 1 value"],
    ],
    customers: {
      name: ["name"],
      first_name: ["first name", "given name"],
      last_name: ["last name", "family name"],
      company: ["organization name", "organization 1 name"],
      phone: ["phone 1 value", "phone 2 value"],
      email: ["e mail 1 value", "e mail 2 value"],
      line1: ["address 1 street"],
      line2: ["address 1 extended address"],
      city: ["address 1 city"],
      state: ["address 1 region"],
      postal_code: ["address 1 postal code"],
      country: ["address 1 country"],
      notes: ["notes"],
    },
    appointments: {
      date: ["start date"],
      time: ["start time"],
      end_time: ["end time"],
      name: ["subject"],
      customer_ref: ["subject"],
      notes: ["description"],
    },
  },
  outlook: {
    marks: [["e mail address", "mobile phone", "home street"]],
    customers: {
      first_name: ["first name"],
      last_name: ["last name"],
      company: ["company"],
      phone: [
        "mobile phone",
        "primary phone",
        "home phone",
        "business phone",
        "other phone",
        "home phone 2",
        "business phone 2",
      ],
      email: ["e mail address", "e mail 2 address", "e mail 3 address"],
      line1: ["home street"],
      city: ["home city"],
      state: ["home state"],
      postal_code: ["home postal code"],
      country: ["home country region"],
      notes: ["notes"],
    },
  },
  jobber: {
    marks: [
      ["j id", "display name"],
      ["main phone s", "service street 1"],
    ],
    customers: {
      external_ref: ["j id"],
      name: ["display name"],
      first_name: ["first name"],
      last_name: ["last name"],
      company: ["company name"],
      phone: ["main phone s", "mobile phone s", "home phone s", "work phone s"],
      email: ["e mails", "emails"],
      line1: ["service street 1"],
      line2: ["service street 2"],
      city: ["service city"],
      state: ["service state", "service province"],
      postal_code: ["service zip", "service zip code", "service postal code"],
      country: ["service country"],
    },
  },
  calendly: {
    marks: [["invitee email", "event type name", "start date time"]],
    customers: { name: ["invitee name"], email: ["invitee email"], phone: ["text reminder number"] },
    providers: { name: ["user name"] },
    appointments: {
      external_ref: ["invitee uuid", "event uuid"],
      cancelled: ["canceled"],
      start_time: ["start date time"],
      end_time: ["end date time"],
      appointment_type: ["event type name"],
      provider: ["user name"],
      name: ["invitee name"],
      email: ["invitee email"],
      phone: ["text reminder number"],
      notes: ["response 1"],
    },
  },
  "cal.com": {
    marks: [["uid", "starttime", "endtime", "useremail"]],
    customers: {
      name: ["attendee1", "attendees"],
      email: ["attendee1", "attendees"],
      phone: ["attendeephone1"],
    },
    providers: { name: ["userusername", "useremail"] },
    appointments: {
      external_ref: ["uid"],
      cancelled: ["timestatus"],
      start_time: ["starttime"],
      end_time: ["endtime"],
      appointment_type: ["title"],
      provider: ["userusername", "useremail"],
      name: ["attendee1", "attendees"],
      email: ["attendee1", "attendees"],
      phone: ["attendeephone1"],
    },
  },
}

/** How people title such columns, beside our own words. */
const titles: Partial<Record<Cell, readonly string[]>> = {
  external_ref: [
    "id",
    "reference",
    "ref",
    "referencia",
    "customer id",
    "client id",
    "appointment id",
    "booking id",
  ],
  customer_ref: ["customer id", "client id", "customer reference"],
  name: ["full name", "customer", "client", "customer name", "client name", "nombre", "nom", "cliente"],
  first_name: ["firstname", "given name", "nombre de pila", "prenom"],
  last_name: ["lastname", "surname", "family name", "apellido", "apellidos", "nom de famille"],
  company: ["company name", "organization", "business name", "business", "empresa", "entreprise", "societe"],
  phone: [
    "phone number",
    "client phone",
    "customer phone",
    "mobile",
    "mobile phone",
    "cell",
    "telephone",
    "telefono",
    "movil",
  ],
  email: [
    "e mail",
    "email address",
    "client email",
    "customer email",
    "mail",
    "correo",
    "correo electronico",
    "courriel",
  ],
  line1: [
    "address",
    "street",
    "address line 1",
    "address 1",
    "street address",
    "direccion",
    "adresse",
    "rue",
  ],
  line2: ["address line 2", "address 2", "apartment", "unit", "suite"],
  city: ["town", "ciudad", "ville"],
  state: ["province", "region", "estado", "provincia"],
  postal_code: ["zip", "zip code", "postcode", "postal", "codigo postal", "code postal"],
  country: ["pais", "pays"],
  locale: ["language", "idioma", "langue"],
  timezone: ["time zone", "zona horaria", "fuseau horaire"],
  warning: ["alert", "aviso", "advertencia", "alerte", "avertissement"],
  assigned_provider: ["provider", "assigned to", "technician"],
  start_time: [
    "start",
    "starts",
    "start date and time",
    "start date time",
    "start date",
    "begin",
    "datetime",
    "inicio",
    "debut",
  ],
  end_time: [
    "end",
    "ends",
    "end date time",
    "end date and time",
    "end hour",
    "fin",
    "hora fin",
    "heure de fin",
  ],
  date: ["day", "fecha", "jour"],
  time: ["start hour", "hour", "hora", "hora inicio", "hora de inicio", "heure", "heure de debut"],
  minutes: ["duration", "length", "duration minutes", "duracion", "duree"],
  appointment_type: [
    "type",
    "service",
    "event type",
    "service name",
    "visit title",
    "job title",
    "servicio",
    "prestation",
  ],
  appointment_types: ["types", "services", "servicios", "prestations"],
  provider: [
    "staff",
    "staff member",
    "team member",
    "assigned to",
    "employee",
    "technician",
    "stylist",
    "calendar",
    "with",
    "proveedor",
    "empleado",
    "employe",
  ],
  other_providers: ["crew", "second provider", "assistant", "equipo", "equipe"],
  seats: ["spots", "participants", "party size", "plazas", "asistentes"],
  location: ["branch", "office", "ubicacion", "sucursal", "lieu"],
  notes: ["note", "comments", "comment", "notas", "remarques"],
  cancelled: [
    "canceled",
    "status",
    "appointment status",
    "booking status",
    "estado de la cita",
    "estado",
    "annule",
    "statut",
  ],
}

/** Address books have several numbers and emails of a person, of which any may be empty. */
const isBook = (source: Source | null | undefined) => source === "google" || source === "outlook"

/** What the header says by itself. `source` is null when it names too little to go on with. */
export function recognise(kind: ImportKind, header: readonly string[]): Mapping {
  const plainHeader = header.map(plain)
  const at = (names: readonly string[]) =>
    names.map((name) => plainHeader.indexOf(name)).filter((index) => index >= 0)
  const known = (Object.keys(exportsOf) as (keyof typeof exportsOf)[]).find((source) =>
    exportsOf[source].marks.some((titles) => titles.every((title) => plainHeader.includes(title))),
  )
  // A person's own file may look like an export, of another kind of rows than it is read for.
  const ofKind = known && exportsOf[known][kind]
  const columns: Mapping["columns"] = {}
  const others: Mapping["others"] = {}
  const taken = new Set<number>()
  for (const cell of cellsOfKind[kind]) {
    const names = ofKind ? (ofKind[cell] ?? []) : [plain(cell), ...(titles[cell] ?? [])]
    const [index, ...more] = at(names)
    // A column of a person's own file is one cell; Cal.com has name and email in one.
    if (index === undefined || (!ofKind && taken.has(index))) continue
    columns[cell] = index
    taken.add(index)
    if (isBook(known) && ofKind && more.length > 0) others[cell] = more
  }
  const source = ofKind ? known : isEnough(kind, columns) ? "own" : null
  return { source, columns, others, fixed: {}, matches: {} }
}

/** The column holds this cell, as a person says; no other cell takes it any longer. Null takes the cell from no column. */
export function withColumn(mapping: Mapping, cell: Cell, index: number | null): Mapping {
  const others = Object.entries(mapping.columns).filter(([other, at]) => other !== cell && at !== index)
  const columns: Mapping["columns"] = Object.fromEntries(others)
  const stoodIn: Mapping["others"] = { ...mapping.others }
  delete stoodIn[cell]
  return { ...mapping, others: stoodIn, columns: index === null ? columns : { ...columns, [cell]: index } }
}

/** The titles of columns of which nothing is taken, for a person to read before anything is written. */
export function columnsNotTaken({ columns, others }: Mapping, header: readonly string[]): string[] {
  const taken = new Set([...Object.values(columns), ...Object.values(others).flat()])
  return header.flatMap((title, at) => (taken.has(at) || title.trim() === "" ? [] : [title.trim()]))
}

/** Whether every row can have what it needs. */
export function isEnough(
  kind: ImportKind,
  columns: Mapping["columns"],
  fixed: Mapping["fixed"] = {},
): boolean {
  const has = (cell: Cell) => columns[cell] !== undefined || fixed[cell] !== undefined
  const isNamed = has("name") || has("first_name") || has("company")
  if (kind === "providers") return has("name")
  if (kind === "customers") return isNamed && (has("external_ref") || has("phone") || has("email"))
  const isTimed = has("start_time") || (has("date") && has("time"))
  return isNamed && isTimed && has("appointment_type") && has("provider")
}

/** `Ana Ruiz (ana@example.com)`, as Cal.com writes a guest. */
function nameAndEmail(text: string): { name: string; email: string } | null {
  const found = /\(([^\s()@]+@[^\s()]+)\)/.exec(text)
  return found && { name: text.slice(0, found.index).trimEnd(), email: found[1]! }
}

function readCell(cell: Cell, text: string, source: Source | null): string {
  const guest = cell === "name" || cell === "email" ? nameAndEmail(text) : null
  if (guest) return guest[cell as "name" | "email"]
  // Cal.com titles a booking "Haircut between Ana and Sam".
  if (source === "cal.com" && cell === "appointment_type") return text.split(" between ")[0]!
  return text
}

/** Google writes several values of a label into one cell. */
const betweenValues = " ::: "

/** The row as the API takes it: filled cells only. Further numbers and emails of an address book go into the notes, so that none is lost. */
export function rowOf(mapping: Mapping, line: readonly string[]): Partial<Record<Cell, string>> {
  const { columns, others, fixed, matches, source } = mapping
  const row: Partial<Record<Cell, string>> = { ...fixed }
  const further: string[] = []
  for (const [name, index] of Object.entries(columns)) {
    const cell = name as Cell
    const texts = [index, ...(others[cell] ?? [])].map((at) => (line[at] ?? "").trim())
    const values = isBook(source) ? texts.flatMap((text) => text.split(betweenValues)) : texts
    const [first = "", ...rest] = values.map((text) => text.trim()).filter((text) => text !== "")
    if (isBook(source) && (cell === "phone" || cell === "email")) further.push(...rest)
    const text = readCell(cell, first, source)
    const meant = matches[cell]?.[text] ?? text
    if (meant !== "") row[cell] = meant
  }
  const notes = [row.notes ?? "", ...new Set(further)].filter((text) => text !== "")
  return notes.length > 0 && further.length > 0 ? { ...row, notes: notes.join("\n") } : row
}
