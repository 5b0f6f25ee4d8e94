import type { Locale } from "../../domain/contracts/customer-pages.ts"

/** A heading, and a sentence that says what to do. */
type Message = readonly [heading: string, text: string]

/** The words that only the server uses, for pages whose script has not run. */
export interface ServerMessages {
  noScript: string
  testCompany: string
  testGate: { heading: string; text: string; key: string; open: string; wrong: string }
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
