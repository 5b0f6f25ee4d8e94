import type { Messages } from "./types.ts"

const rules = new Intl.PluralRules("es")

const plural = (count: number, one: string, other: string) => (rules.select(count) === "one" ? one : other)

const timesCount = (count: number) =>
  count === 0 ? "sin horas" : `${count} ${plural(count, "hora", "horas")}`

/** Spanish says "martes 4 de marzo" after an article, without Intl's comma. */
const on = (day: string) => day.replace(",", "")

const at = (time: string) => (/^1:/.test(time) ? `a la ${time}` : `a las ${time}`)

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
  chooseNewTime: "Elija una hora nueva",
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
  confirmNewTime: "¿Cambiar a esta hora?",
  presentTime: "Su hora actual",
  book: (day, time) => `Reservar el ${on(day)} ${at(time)}`,
  moveTo: (day, time) => `Cambiar al ${on(day)} ${at(time)}`,
  booking: "Reservando…",
  moving: "Cambiando…",
  keepPresent: "Conservar mi hora",
  dayOf: (day, days) => `Día ${day} de ${days}`,
  where: "Dónde",
  directions: "Cómo llegar",
  who: "Con",

  booked: (firstName) => (firstName ? `Reserva hecha, ${firstName}` : "Reserva hecha"),
  moved: "Su cita ha cambiado",
  yourAppointment: "Esta es su cita.",
  addToCalendar: "Añadir al calendario",
  calendarFile: "Apple, otro",
  calendarFileFailed: "No se pudo cargar el archivo de calendario. Inténtelo de nuevo.",
  opensNewTab: "se abre en otra pestaña",
  needChange: "¿Necesita cambiarla?",
  move: "Cambiar",
  cancel: "Cancelar",
  callToChange: "Para cambiar esta cita, llámenos.",

  cancelQuestion: "¿Cancelar esta cita?",
  cancelMeaning: "Ofreceremos esta hora a otra persona. Después podrá elegir otra.",
  confirmCancel: "Sí, cancelar",
  keepAppointment: "Conservarla",
  moveInstead: "Mejor cambiarla",
  cancelling: "Cancelando…",
  cancelled: "Su cita está cancelada. Puede elegir otra hora.",

  addressNeeded: "Llámenos para reservar",
  addressNeededText: (company) =>
    `La visita es en su domicilio y ${company} aún no tiene la dirección. Una llamada resuelve ambas cosas.`,
  closedCancelled: "Su cita está cancelada",
  closedDatesOver: "Las fechas de esta reserva han pasado",
  closedText: (company) => `Aquí no se puede elegir otra hora. ${company} le ayuda por teléfono.`,
  ended: "Este enlace ya no está activo",
  endedText: "Puede ser antiguo, o haber sido sustituido por uno nuevo.",
  bookNew: "Reservar otra cita",

  failures: {
    slot_taken: "Esa hora se acaba de ocupar. No ha cambiado nada; estas horas están libres.",
    time_not_offered: "Esa hora ya no se ofrece. No ha cambiado nada; estas horas están libres.",
    version_conflict: "Algo cambió mientras tanto. Así está ahora.",
    appointment_started: "Esta cita ya empezó y no se puede cambiar aquí.",
    cancel_notice_passed: "Es demasiado tarde para cambiar esta cita aquí. Llámenos.",
    out_of_service_area: "Su domicilio está fuera de nuestra zona. Llámenos.",
    rate_limited: "Demasiados intentos en poco tiempo.",
    calendar_unavailable: "No podemos consultar el calendario. No ha cambiado nada; inténtelo en un momento.",
    busy: "Muchas personas están reservando. No ha cambiado nada; inténtelo de nuevo.",
    offline: "No hay conexión. Revise su red e inténtelo de nuevo.",
    timeout: "La respuesta tarda. Aún no sabemos si funcionó: compruébelo otra vez.",
    unknown: "Algo falló por nuestra parte. Inténtelo de nuevo o llámenos.",
  },
  takenAlternatives: "Horas cercanas",
  changedTime: (day, time) => `Su cita es ahora el ${on(day)} ${at(time)}.`,
  changedCancelled: "Su cita ha sido cancelada.",
  pleaseWait: (wait) => `Espere ${wait}.`,
  retry: "Intentar de nuevo",
  checkAgain: "Comprobar otra vez",
}
