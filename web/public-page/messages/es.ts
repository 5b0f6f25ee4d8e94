import type { PublicPageMessages } from "./types.ts"

export const messages: PublicPageMessages = {
  bookWith: (company) => `Reservar con ${company}`,
  chooseWhat: "¿Qué desea reservar?",
  findRequests: "Tengo una invitación",
  nothingOffered: "Ahora mismo no se puede reservar nada en línea. Llámenos.",
  change: "Cambiar",

  whereToCome: "¿Adónde debemos ir?",
  addressUse: "Usamos su dirección para mostrar las horas libres. Solo la guardamos si reserva.",
  fields: {
    line1: "Calle y número",
    line2: "Apartamento u oficina (opcional)",
    city: "Ciudad",
    state: "Estado o provincia",
    postalCode: "Código postal",
    phone: "Número de móvil",
    firstName: "Nombre",
    lastName: "Apellidos",
    email: "Correo electrónico (opcional)",
  },
  country: "País",
  countries: { US: "Estados Unidos", CA: "Canadá" },
  showTimes: "Ver horas",
  location: "Lugar",
  anyLocation: "Cualquier lugar",
  length: "Duración",

  yourNumber: "Su número de móvil",
  numberUse: (company) => `${company} le envía un código por SMS para que nadie reserve en su nombre.`,
  numberForRequests: "Le enviamos un código por SMS para encontrar sus invitaciones.",
  numberHint: "EE. UU. o Canadá, por ejemplo (512) 555-0123",
  existingOnly: "La reserva en línea es para clientes existentes. ¿Es nuevo aquí? Llámenos.",
  sendCode: "Enviarme un código",
  sendingCode: "Enviando…",

  enterCode: "Escriba el código",
  codeSent: (phone) => `Enviado al ${phone}, válido 10 minutos. Continuaremos automáticamente.`,
  codeLabel: "Código de 6 dígitos",
  goOn: "Continuar",
  checkingCode: "Comprobando…",
  resendIn: (wait) => `¿Sin mensaje? Podrá pedir un código nuevo en ${wait}.`,
  resend: "Enviarme un código nuevo",
  otherNumber: "Usar otro número",

  yourRequests: "Sus invitaciones",
  noRequests: "No hay invitaciones abiertas para este número. Puede reservar otra cosa.",
  requestDates: (first, last) =>
    first && last ? `Del ${first} al ${last}` : first ? `Desde el ${first}` : last ? `Hasta el ${last}` : "",
  bookOther: "Reservar otra cosa",

  almostDone: "Solo falta su nombre",
  textUpdates: "Avisarme por SMS",
  consent: (company) =>
    `${company} le escribe por SMS sobre sus citas: confirmaciones, recordatorios y cambios. La frecuencia de los mensajes varía. Pueden aplicarse tarifas de mensajes y datos. Responda STOP para dejar de recibirlos, HELP para obtener ayuda. No es necesario para reservar.`,
  onFile: "Vamos a la dirección que ya tenemos.",
  emailTaken: "Su correo no se guardó: ya pertenece a otro cliente.",

  registrationClosed: (company) =>
    `${company} aún no tiene este número, y los clientes nuevos reservan por teléfono. Basta una llamada.`,
  pageClosed: "La reserva en línea está cerrada",
  pageClosedText: (company) => `No se reservó nada. ${company} le ayuda por teléfono.`,

  wrong: {
    line1: "Escriba la calle y el número.",
    city: "Escriba la ciudad.",
    state: "Escriba el estado o la provincia.",
    postalCode: "Escriba un código como 78701 o K1A 0B1.",
    phone: "Escriba un número de EE. UU. o Canadá de diez dígitos.",
    code: "No es el código que enviamos. Revíselo.",
    firstName: "Escriba su nombre.",
    lastName: "Escriba sus apellidos.",
    email: "Escriba un correo como sam@example.com o déjelo vacío.",
  },
  failures: {
    code_expired: "El código ya no vale. Pida uno nuevo.",
    phone_not_supported: "No podemos escribir a ese número. Use un móvil de EE. UU. o Canadá, o llámenos.",
    bot_check_failed: "La comprobación automática no funcionó. Inténtelo de nuevo.",
    bot_check_not_configured: "La reserva en línea no funciona en este momento. Llámenos.",
    codes_stopped: "Hoy no se pueden enviar más códigos. Llámenos.",
    texts_unavailable: "Ahora no podemos enviarle un código. Llámenos.",
    visit_expired: "Por seguridad, verifique su número otra vez. Su elección se conserva.",
    invalid_input: "Algo de lo escrito no se puede usar. Revíselo.",
    no_longer_offered: "Eso ya no se puede reservar. Esto sí.",
    address_on_file: "Esa hora no está disponible en la dirección que tenemos. Estas sí.",
    out_of_service_area: "Esa dirección está fuera de nuestra zona. Revísela o llámenos.",
  },
}
