/** Which column of a file holds what: known by its header, or by what a person says. */
import type { AppointmentRow, CustomerRow, ImportKind, ProviderRow } from "../model/imports.ts"

export type Cell = keyof CustomerRow | keyof ProviderRow | keyof AppointmentRow

const address = ["line1", "line2", "city", "state", "postal_code", "country"] as const
const person = ["name", "first_name", "last_name", "phone", "email"] as const
const morePerson = ["shared_phone", ...address, "locale", "timezone"] as const

/** The cells of each kind of row, the usual ones first. */
export const cellsOfKind: Record<ImportKind, readonly Cell[]> = {
  customers: [...person, "external_ref", ...morePerson, "latitude", "longitude", "assigned_provider"],
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
    "location",
    ...person,
    "external_ref",
    "customer_ref",
    "cancelled",
    "notes",
    ...morePerson,
  ],
}

export type Source = "calendly" | "cal.com" | "own"

export interface Mapping {
  /** Whose file it is; null for a header that was not recognised. */
  source: Source | null
  /** For a cell, the index of its column. */
  columns: Partial<Record<Cell, number>>
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

/** Calendly's export of events, and Cal.com's raw data of its insights, by their titles. A later title stands in for an earlier. */
const exportsOf: Record<
  Exclude<Source, "own">,
  { marks: readonly string[] } & Record<ImportKind, Partial<Record<Cell, readonly string[]>>>
> = {
  calendly: {
    marks: ["invitee email", "event type name", "start date time"],
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
    marks: ["uid", "starttime", "endtime", "useremail"],
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
  phone: ["phone number", "mobile", "mobile phone", "cell", "telephone", "telefono", "movil"],
  email: ["e mail", "email address", "mail", "correo", "correo electronico", "courriel"],
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
  assigned_provider: ["provider", "assigned to", "technician"],
  start_time: ["start", "starts", "start date time", "start date", "begin", "datetime", "inicio", "debut"],
  end_time: ["end", "ends", "end date time", "fin"],
  date: ["day", "fecha", "jour"],
  time: ["start hour", "hour", "hora", "heure"],
  minutes: ["duration", "length", "duration minutes", "duracion", "duree"],
  appointment_type: ["type", "service", "event type", "servicio", "prestation"],
  appointment_types: ["types", "services", "servicios", "prestations"],
  provider: ["staff", "employee", "technician", "stylist", "with", "proveedor", "empleado", "employe"],
  location: ["branch", "office", "ubicacion", "sucursal", "lieu"],
  notes: ["note", "comments", "comment", "notas", "remarques"],
  cancelled: ["canceled", "status", "estado de la cita", "annule"],
}

/** What the header says by itself. `source` is null when it names too little to go on with. */
export function recognise(kind: ImportKind, header: readonly string[]): Mapping {
  const plainHeader = header.map(plain)
  const at = (names: readonly string[]) =>
    names.map((name) => plainHeader.indexOf(name)).find((index) => index >= 0)
  const known = (Object.keys(exportsOf) as (keyof typeof exportsOf)[]).find((source) =>
    exportsOf[source].marks.every((mark) => plainHeader.includes(mark)),
  )
  const columns: Mapping["columns"] = {}
  const taken = new Set<number>()
  for (const cell of cellsOfKind[kind]) {
    const names = known ? (exportsOf[known][kind][cell] ?? []) : [plain(cell), ...(titles[cell] ?? [])]
    const index = at(names)
    // A column of a person's own file is one cell; Cal.com has name and email in one.
    if (index === undefined || (!known && taken.has(index))) continue
    columns[cell] = index
    taken.add(index)
  }
  return { source: known ?? (isEnough(kind, columns) ? "own" : null), columns, fixed: {}, matches: {} }
}

/** Whether every row can have what it needs. */
export function isEnough(
  kind: ImportKind,
  columns: Mapping["columns"],
  fixed: Mapping["fixed"] = {},
): boolean {
  const has = (cell: Cell) => columns[cell] !== undefined || fixed[cell] !== undefined
  const isNamed = has("name") || has("first_name")
  if (kind === "providers") return has("name")
  if (kind === "customers") return isNamed && (has("external_ref") || has("phone") || has("email"))
  const isTimed = has("start_time") || (has("date") && has("time"))
  return isNamed && isTimed && has("appointment_type") && has("provider")
}

/** `Ana Ruiz (ana@example.com)`, as Cal.com writes a guest. */
const nameAndEmail = /^(.*?)\s*\(([^\s()]+@[^\s()]+)\)/

function readCell(cell: Cell, text: string, source: Source | null): string {
  const guest = cell === "name" || cell === "email" ? nameAndEmail.exec(text) : null
  if (guest) return cell === "name" ? guest[1]! : guest[2]!
  // Cal.com titles a booking "Haircut between Ana and Sam".
  if (source === "cal.com" && cell === "appointment_type") return text.split(" between ")[0]!
  return text
}

/** The row as the API takes it: filled cells only. */
export function rowOf(mapping: Mapping, line: readonly string[]): Partial<Record<Cell, string>> {
  const { columns, fixed, matches, source } = mapping
  const row: Partial<Record<Cell, string>> = { ...fixed }
  for (const [name, index] of Object.entries(columns)) {
    const cell = name as Cell
    const text = readCell(cell, (line[index] ?? "").trim(), source)
    const meant = matches[cell]?.[text] ?? text
    if (meant !== "") row[cell] = meant
  }
  return row
}
