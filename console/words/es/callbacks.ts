import type { callbacks as english } from "../en/callbacks.ts"

export const callbacks: typeof english = {
  title: "Llamadas pendientes",
  caller: "Quién llamó",
  unknown: "Desconocido",
  message: "Mensaje",
  bestTime: "Cuándo le viene bien",
  anyTime: "A cualquier hora",
  asked: "Pedida",
  state: "Estado",
  states: { waiting: "En espera", done: "Hechas" },
  none: { waiting: "Nadie espera una llamada", done: "Aún no se ha devuelto ninguna llamada" },
  noneHint: "Aquí aparece lo que piden a su agente y este no puede hacer. Se guarda 90 días.",
  markDone: "Hecha",
  putBack: "Volver a poner en espera",
  first: "A las más recientes",
  more: "Anteriores",
}
