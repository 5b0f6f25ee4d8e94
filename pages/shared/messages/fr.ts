import type { Messages } from "./types.ts"

const rules = new Intl.PluralRules("fr")

const plural = (count: number, one: string, other: string) => (rules.select(count) === "one" ? one : other)

const timesCount = (count: number) =>
  count === 0 ? "aucun horaire" : `${count} ${plural(count, "horaire", "horaires")}`

export const messages: Messages = {
  language: "Langue",
  hello: (firstName) => `Bonjour ${firstName}`,
  place: { at_location: "Chez nous", at_customer: "À votre adresse", remote: "Par téléphone ou en ligne" },
  questions: "Des questions ?",
  call: "Appeler",

  chooseTime: "Choisissez un horaire",
  suggested: "Suggestions",
  calendar: "Jours",
  earlierDays: "Jours précédents",
  laterDays: "Jours suivants",
  today: "Aujourd’hui",
  past: "passé",
  full: "complet",
  timesFree: "Libre",
  timesCount,
  timesAt: (count, location) => `${count} à ${location}`,
  weeksSummary: (weeks, days) =>
    days === 0
      ? `${weeks} : aucun horaire`
      : `${weeks} : ${days} ${plural(days, "jour", "jours")} avec des horaires`,
  partOfDay: { morning: "Matin", afternoon: "Après-midi", evening: "Soir" },
  location: "Où",
  chooseLocation: "Choisissez…",
  chooseWhere: "Choisissez un lieu pour voir ses horaires.",
  length: "Durée",
  provider: "Avec",
  anyProvider: "Peu importe",
  loadingTimes: "Chargement des horaires…",
  noTimesInWeeks: "Aucun horaire libre ces semaines-là.",
  noTimesAtAll: "Aucun horaire ne peut être réservé ici pour le moment. Appelez-nous.",
  nextAvailable: (day) => `Prochaine date libre : ${day}`,

  zoneDiffers: (zone) => `Horaires donnés en ${zone}, différente de la vôtre.`,
  zoneOfVisitor: (zone) => `Horaires donnés dans votre fuseau : ${zone}.`,
  zoneChosen: (zone) => `Horaires donnés en ${zone}.`,
  changeZone: "Changer de fuseau",
  timeZone: "Fuseau horaire",
  otherZones: "Tous les fuseaux",

  yourChoice: "Votre choix",
  change: "Modifier",
  confirmTime: "C’est bien cela ?",
  book: (day, time) => `Réserver le ${day} à ${time}`,
  booking: "Réservation…",
  dayOf: (day, days) => `Jour ${day} sur ${days}`,
  where: "Où",
  directions: "Itinéraire",
  who: "Avec",

  booked: (firstName) => (firstName ? `C’est réservé, ${firstName}` : "C’est réservé"),
  addToCalendar: "Ajouter à l’agenda",
  calendarFile: "Apple, autre",
  calendarFileFailed: "Le fichier d’agenda n’a pas pu être chargé. Réessayez.",
  opensNewTab: "s’ouvre dans un nouvel onglet",
  needChange: "Un changement ?",
  move: "Déplacer",
  cancel: "Annuler",

  addressNeeded: "Appelez-nous pour réserver",

  failures: {
    slot_taken: "Cet horaire vient d’être pris. Rien n’a changé ; voici les horaires libres.",
    time_not_offered: "Cet horaire n’est plus proposé. Rien n’a changé ; voici les horaires libres.",
    customer_busy:
      "Vous avez déjà un rendez-vous à cette heure. Rien n’a changé ; voici les horaires libres.",
    out_of_service_area: "Votre adresse est hors de notre zone. Appelez-nous.",
    address_not_found: "Nous ne trouvons pas votre adresse sur la carte. Appelez-nous.",
    rate_limited: "Trop d’essais en peu de temps.",
    calendar_unavailable: "Nous ne pouvons pas consulter l’agenda. Rien n’a changé ; réessayez sous peu.",
    busy: "Beaucoup de personnes réservent en ce moment. Rien n’a changé ; réessayez.",
    offline: "Pas de connexion. Vérifiez votre réseau et réessayez.",
    timeout: "La réponse tarde. Nous ne savons pas encore si cela a marché : vérifiez à nouveau.",
    unknown: "Un problème est survenu de notre côté. Réessayez, ou appelez-nous.",
  },
  takenAlternatives: "Horaires proches",
  pleaseWait: (wait) => `Attendez ${wait}.`,
  retry: "Réessayer",
  checkAgain: "Vérifier à nouveau",
}
