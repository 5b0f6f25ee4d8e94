import type { shell as english } from "../en/shell.ts"

export const shell: typeof english = {
  console: "Consola",
  rail: {
    board: "Agenda",
    requests: "Solicitudes",
    customers: "Clientes",
    you: "Usted",
  },
  skip: "Ir al contenido",
  keys: "Teclas",
  keysHere: "Teclas de esta pantalla",
  close: "Cerrar",
  cancel: "Cancelar",
  undo: "Deshacer",
  retry: "Reintentar",
  loading: "Cargando…",
  failed: "No se ha podido cargar",
  offline: "Sin conexión. Lo que ve puede estar anticuado.",
  unreachable: "No se puede contactar con el servicio.",
  notFound: "No hay nada en esta dirección",
  notFoundHint: "Puede haberse quitado, o el enlace está incompleto.",
  notAllowed: "Esto es para administradores",
  notAllowedHint: "Pregunte a un administrador de su empresa.",
  findCustomer: "Buscar un cliente",
  toBoard: "A la agenda",
}
