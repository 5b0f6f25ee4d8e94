import type { Locale } from "../../domain/contracts/customer-pages.ts"

/** A heading, and a sentence that says what to do. */
type Message = readonly [heading: string, text: string]

/** The words that only the server uses, for pages whose script has not run. */
export interface ServerMessages {
  noScript: string
  testCompany: string
  testGate: { heading: string; text: string; key: string; open: string; wrong: string }
  emailProof: {
    heading: string
    text(email: string, company: string): string
    yes: string
    no: string
    thanks: string
    thanksText(email: string): string
    open: string
    stopped: string
    stoppedText(email: string): string
  }
  notFound: Message
  tooMany: Message
  busy: Message
  failed: Message
  /** What to do with a link that never was one. */
  unknownLink: readonly string[]
  oldLink: string
}

export const serverMessages: Record<Locale, ServerMessages> = {
  en: {
    noScript: "Choosing a time here needs JavaScript. You can switch it on, or call us.",
    testCompany: "This page is for testing. Nothing booked here is real, and no texts are sent.",
    testGate: {
      heading: "A page for testing",
      text: "It opens with an API key of the test company. If you sign in to the console, open it there: Developers, Test companies.",
      key: "API key",
      open: "Open the page",
      wrong: "That is no key of this test company.",
    },
    emailProof: {
      heading: "Is this your email address?",
      text: (email, company) =>
        `${company} wrote to ${email} because somebody gave this address. If it is yours, mails to it get the link to move or cancel the appointment.`,
      yes: "Yes, it is mine",
      no: "No, stop these mails",
      thanks: "Thank you",
      thanksText: (email) => `Mails to ${email} now have the link to move or cancel.`,
      open: "Open my appointment",
      stopped: "No more mails",
      stoppedText: (email) => `Nothing more is sent to ${email}.`,
    },
    notFound: ["Page not found", "Please check the address, or ask the company for a new link."],
    tooMany: ["One moment, please", "This page was opened very often in a short time."],
    busy: ["One moment, please", "Many people are here right now. Please try again shortly."],
    failed: ["This did not work", "Something went wrong on our side. Please try again shortly."],
    unknownLink: [
      "Open it again from your text or email.",
      "If you copied it, copy all of it.",
      "Still not working? Call the company that sent it.",
    ],
    oldLink: "An old link doesn’t cancel an appointment.",
  },
  fr: {
    noScript: "Choisir un horaire ici demande JavaScript. Vous pouvez l’activer, ou nous appeler.",
    testCompany:
      "Cette page sert à des essais. Rien de ce qui est réservé ici n’est réel, et aucun SMS n’est envoyé.",
    testGate: {
      heading: "Une page pour les essais",
      text: "Elle s’ouvre avec une clé d’API de l’entreprise d’essai. Si vous avez accès à la console, ouvrez-la depuis celle-ci : Développeurs, Entreprises d’essai.",
      key: "Clé d’API",
      open: "Ouvrir la page",
      wrong: "Ce n’est pas une clé de cette entreprise d’essai.",
    },
    emailProof: {
      heading: "Est-ce votre adresse électronique ?",
      text: (email, company) =>
        `${company} a écrit à ${email} parce que quelqu’un a donné cette adresse. Si c’est la vôtre, les courriels auront le lien pour déplacer ou annuler le rendez-vous.`,
      yes: "Oui, c’est la mienne",
      no: "Non, arrêtez ces courriels",
      thanks: "Merci",
      thanksText: (email) => `Les courriels à ${email} ont désormais le lien pour déplacer ou annuler.`,
      open: "Ouvrir mon rendez-vous",
      stopped: "Plus aucun courriel",
      stoppedText: (email) => `Plus rien n’est envoyé à ${email}.`,
    },
    notFound: ["Cette page n’existe pas", "Vérifiez l’adresse, ou demandez un nouveau lien à l’entreprise."],
    tooMany: ["Un instant, s’il vous plaît", "Cette page a été ouverte très souvent en peu de temps."],
    busy: [
      "Un instant, s’il vous plaît",
      "Beaucoup de personnes sont ici en ce moment. Veuillez réessayer dans un instant.",
    ],
    failed: [
      "Cela n’a pas fonctionné",
      "Un problème est survenu de notre côté. Veuillez réessayer dans un instant.",
    ],
    unknownLink: [
      "Ouvrez-le de nouveau depuis votre SMS ou votre e-mail.",
      "Si vous l’avez copié, copiez-le en entier.",
      "Toujours rien ? Appelez l’entreprise qui l’a envoyé.",
    ],
    oldLink: "Un ancien lien n’annule pas un rendez-vous.",
  },
  es: {
    noScript: "Elegir una hora aquí requiere JavaScript. Puede activarlo o llamarnos.",
    testCompany:
      "Esta página es de prueba. Nada de lo que se reserve aquí es real, y no se envía ningún SMS.",
    testGate: {
      heading: "Una página de prueba",
      text: "Se abre con una clave de API de la empresa de prueba. Si tiene acceso a la consola, ábrala allí: Desarrolladores, Empresas de prueba.",
      key: "Clave de API",
      open: "Abrir la página",
      wrong: "No es una clave de esta empresa de prueba.",
    },
    emailProof: {
      heading: "¿Es esta su dirección de correo?",
      text: (email, company) =>
        `${company} escribió a ${email} porque alguien dio esta dirección. Si es suya, los correos llevarán el enlace para cambiar o cancelar la cita.`,
      yes: "Sí, es mía",
      no: "No, no envíen más correos",
      thanks: "Gracias",
      thanksText: (email) => `Los correos a ${email} llevan ahora el enlace para cambiar o cancelar.`,
      open: "Abrir mi cita",
      stopped: "No habrá más correos",
      stoppedText: (email) => `No se envía nada más a ${email}.`,
    },
    notFound: ["Esta página no existe", "Revise la dirección o pida un enlace nuevo a la empresa."],
    tooMany: ["Un momento, por favor", "Esta página se ha abierto muchas veces en poco tiempo."],
    busy: ["Un momento, por favor", "Hay muchas personas aquí en este momento. Inténtelo de nuevo en breve."],
    failed: ["No ha funcionado", "Ha ocurrido un problema por nuestra parte. Inténtelo de nuevo en breve."],
    unknownLink: [
      "Ábralo otra vez desde su mensaje o correo.",
      "Si lo copió, cópielo entero.",
      "¿Sigue sin funcionar? Llame a la empresa que lo envió.",
    ],
    oldLink: "Un enlace antiguo no cancela una cita.",
  },
}
