import type { Messages } from "./types.ts"

const rules = new Intl.PluralRules("es")

const plural = (count: number, one: string, other: string) => (rules.select(count) === "one" ? one : other)

const timesCount = (count: number) =>
  count === 0 ? "sin horas" : `${count} ${plural(count, "hora", "horas")}`

/** Spanish says "martes 4 de marzo" after an article, without Intl's comma. */
export const on = (day: string) => day.replace(",", "")

export const at = (time: string) => (/^1:/.test(time) ? `a la ${time}` : `a las ${time}`)

export const messages: Messages = {
  language: "Idioma",
  hello: (firstName) => `Hola, ${firstName}`,
  place: {
    at_location: "En nuestro local",
    at_customer: "En su domicilio",
    remote: "Por teléfono o en línea",
  },
  questions: "¿Preguntas?",
  call: "Llamar",

  chooseTime: "Elija una hora",
  suggested: "Sugerencias",
  calendar: "Días",
  earlierDays: "Días anteriores",
  laterDays: "Días siguientes",
  today: "Hoy",
  past: "pasado",
  full: "completo",
  timesFree: "Con horas",
  timesCount,
  timesAt: (count, location) => `${count} en ${location}`,
  weeksSummary: (weeks, days) =>
    days === 0 ? `${weeks}: sin horas` : `${weeks}: ${days} ${plural(days, "día", "días")} con horas`,
  partOfDay: { morning: "Mañana", afternoon: "Tarde", evening: "Noche" },
  location: "Dónde",
  chooseLocation: "Elija…",
  chooseWhere: "Elija un lugar para ver sus horas.",
  length: "Duración",
  provider: "Con",
  anyProvider: "Cualquiera",
  loadingTimes: "Cargando horas…",
  noTimesInWeeks: "No hay horas libres en estas semanas.",
  noTimesAtAll: "Ahora mismo no se puede reservar ninguna hora aquí. Llámenos.",
  nextAvailable: (day) => `Próxima fecha libre: ${day}`,

  zoneDiffers: (zone) => `Las horas son de ${zone}, distinta de la suya.`,
  zoneOfVisitor: (zone) => `Las horas son de su zona: ${zone}.`,
  zoneChosen: (zone) => `Las horas son de ${zone}.`,
  changeZone: "Cambiar zona horaria",
  timeZone: "Zona horaria",
  otherZones: "Todas las zonas",

  yourChoice: "Su elección",
  change: "Cambiar",
  confirmTime: "¿Es correcto?",
  book: (day, time) => `Reservar el ${on(day)} ${at(time)}`,
  booking: "Reservando…",
  dayOf: (day, days) => `Día ${day} de ${days}`,
  where: "Dónde",
  directions: "Cómo llegar",
  who: "Con",

  booked: (firstName) => (firstName ? `Reserva hecha, ${firstName}` : "Reserva hecha"),
  addToCalendar: "Añadir al calendario",
  calendarFile: "Apple, otro",
  calendarFileFailed: "No se pudo cargar el archivo de calendario. Inténtelo de nuevo.",
  opensNewTab: "se abre en otra pestaña",
  needChange: "¿Necesita cambiarla?",
  move: "Cambiar",
  cancel: "Cancelar",

  addressNeeded: "Llámenos para reservar",

  failures: {
    slot_taken: "Esa hora se acaba de ocupar. No ha cambiado nada; estas horas están libres.",
    time_not_offered: "Esa hora ya no se ofrece. No ha cambiado nada; estas horas están libres.",
    customer_busy: "Ya tiene una cita a esa hora. No ha cambiado nada; estas horas están libres.",
    out_of_service_area: "Su domicilio está fuera de nuestra zona. Llámenos.",
    address_not_found: "No encontramos su domicilio en el mapa. Llámenos.",
    rate_limited: "Demasiados intentos en poco tiempo.",
    calendar_unavailable: "No podemos consultar el calendario. No ha cambiado nada; inténtelo en un momento.",
    busy: "Muchas personas están reservando. No ha cambiado nada; inténtelo de nuevo.",
    offline: "No hay conexión. Revise su red e inténtelo de nuevo.",
    timeout: "La respuesta tarda. Aún no sabemos si funcionó: compruébelo otra vez.",
    unknown: "Algo falló por nuestra parte. Inténtelo de nuevo o llámenos.",
  },
  takenAlternatives: "Horas cercanas",
  pleaseWait: (wait) => `Espere ${wait}.`,
  retry: "Intentar de nuevo",
  checkAgain: "Comprobar otra vez",
}
