import { at, on } from "../../shared/messages/es.ts"
import type { BookingLinkMessages } from "./types.ts"

export const messages: BookingLinkMessages = {
  chooseNewTime: "Elija una hora nueva",
  confirmNewTime: "¿Cambiar a esta hora?",
  presentTime: "Su hora actual",
  moveTo: (day, time) => `Cambiar al ${on(day)} ${at(time)}`,
  moving: "Cambiando…",
  keepPresent: "Conservar mi hora",
  moved: "Su cita ha cambiado",
  yourAppointment: "Esta es su cita.",
  callToChange: "Para cambiar esta cita, llámenos.",
  cancelQuestion: "¿Cancelar esta cita?",
  cancelMeaning: "Ofreceremos esta hora a otra persona. Después podrá elegir otra.",
  confirmCancel: "Sí, cancelar",
  keepAppointment: "Conservarla",
  moveInstead: "Mejor cambiarla",
  cancelling: "Cancelando…",
  cancelled: "Su cita está cancelada. Puede elegir otra hora.",
  addressNeededText: (company) =>
    `La visita es en su domicilio y ${company} aún no tiene la dirección. Una llamada resuelve ambas cosas.`,
  closedCancelled: "Su cita está cancelada",
  closedDatesOver: "Las fechas de esta reserva han pasado",
  closedText: (company) => `Aquí no se puede elegir otra hora. ${company} le ayuda por teléfono.`,
  ended: "Este enlace ya no está activo",
  endedText: "Puede ser antiguo, o haber sido sustituido por uno nuevo.",
  bookNew: "Reservar otra cita",
  changedTime: (day, time) => `Su cita es ahora el ${on(day)} ${at(time)}.`,
  changedCancelled: "Su cita ha sido cancelada.",

  failures: {
    version_conflict: "Algo cambió mientras tanto. Así está ahora.",
    appointment_started: "Esta cita ya empezó y no se puede cambiar aquí.",
    cancel_notice_passed: "Es demasiado tarde para cambiar esta cita aquí. Llámenos.",
  },
}
