import { expect, it } from "vitest"
import { stateOf } from "../../../../domain/rules/imports/read-state.ts"

const of = (cancelled: string) => stateOf({ cancelled })

it("MD-29 the words of cancelling, declining, deleting, moving and not coming are known as people and systems write them", () => {
  for (const word of [
    ...[
      "yes",
      "TRUE",
      "1",
      "oui",
      "Sí",
      "Cancelled",
      "canceled",
      "CANCELLED_BY_CUSTOMER",
      "Cancelled by customer",
    ],
    ...[
      "CANCELLED_BY_SELLER",
      "Declined",
      "rejected",
      "Rescheduled",
      "Deleted",
      "No-show",
      "NO_SHOW",
      "no show",
    ],
    ...["Cancelada", "cancelado por el cliente", "Anulada", "rechazada", "Eliminado", "No asistió"],
    ...[
      "Annulé",
      "annulée par le client",
      "Refusée",
      "Reporté",
      "Supprimée",
      "Absent",
      "Ne s’est pas présenté",
    ],
  ])
    expect(of(word), word).toBe("cancelled")
})

it("MD-29 what stands is live, and what was done is past", () => {
  for (const word of [
    "",
    "no",
    "false",
    "ACCEPTED",
    "Confirmed",
    "confirmada",
    "Planifiée",
    "upcoming",
    "uncompleted",
    "À venir",
  ])
    expect(of(word), word).toBe("live")
  for (const word of ["completed", "Terminé", "Realizada", "Done"]) expect(of(word), word).toBe("past")
})

it("MD-29 a state that is not known is refused with its word", () => {
  expect(() => of("Pendiente de pago")).toThrow("cancelled: the state “Pendiente de pago” is not known")
  expect(() => of("cancelations")).toThrow("is not known")
  expect(() => of("x".repeat(9_000))).toThrow("is not known")
})
