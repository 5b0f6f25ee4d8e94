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
  chooseNewTime: "Choisissez un nouvel horaire",
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
  confirmNewTime: "Déplacer à cet horaire ?",
  presentTime: "Votre horaire actuel",
  book: (day, time) => `Réserver le ${day} à ${time}`,
  moveTo: (day, time) => `Déplacer au ${day} à ${time}`,
  booking: "Réservation…",
  moving: "Déplacement…",
  keepPresent: "Garder mon horaire",
  dayOf: (day, days) => `Jour ${day} sur ${days}`,
  where: "Où",
  directions: "Itinéraire",
  who: "Avec",

  booked: (firstName) => (firstName ? `C’est réservé, ${firstName}` : "C’est réservé"),
  moved: "Votre rendez-vous est déplacé",
  yourAppointment: "Voici votre rendez-vous.",
  addToCalendar: "Ajouter à l’agenda",
  calendarFile: "Apple, autre",
  calendarFileFailed: "Le fichier d’agenda n’a pas pu être chargé. Réessayez.",
  opensNewTab: "s’ouvre dans un nouvel onglet",
  needChange: "Un changement ?",
  move: "Déplacer",
  cancel: "Annuler",
  callToChange: "Pour modifier ce rendez-vous, appelez-nous.",

  cancelQuestion: "Annuler ce rendez-vous ?",
  cancelMeaning:
    "Nous proposerons cet horaire à quelqu’un d’autre. Vous pourrez ensuite en choisir un nouveau.",
  confirmCancel: "Oui, annuler",
  keepAppointment: "Le garder",
  moveInstead: "Le déplacer plutôt",
  cancelling: "Annulation…",
  cancelled: "Votre rendez-vous est annulé. Vous pouvez choisir un autre horaire.",

  addressNeeded: "Appelez-nous pour réserver",
  addressNeededText: (company) =>
    `La visite a lieu à votre adresse, et ${company} ne l’a pas encore. Un appel suffit.`,
  closedCancelled: "Votre rendez-vous est annulé",
  closedDatesOver: "Les dates de cette réservation sont passées",
  closedText: (company) => `Aucun autre horaire ne peut être choisi ici. ${company} vous aide par téléphone.`,
  ended: "Ce lien n’est plus actif",
  endedText: "Il est peut-être ancien, ou remplacé par un plus récent.",
  bookNew: "Prendre un nouveau rendez-vous",

  failures: {
    slot_taken: "Cet horaire vient d’être pris. Rien n’a changé ; voici les horaires libres.",
    time_not_offered: "Cet horaire n’est plus proposé. Rien n’a changé ; voici les horaires libres.",
    version_conflict: "Quelque chose a changé entre-temps. Voici la situation actuelle.",
    appointment_started: "Ce rendez-vous a déjà commencé et ne peut plus être modifié ici.",
    cancel_notice_passed: "Il est trop tard pour modifier ce rendez-vous ici. Appelez-nous.",
    out_of_service_area: "Votre adresse est hors de notre zone. Appelez-nous.",
    rate_limited: "Trop d’essais en peu de temps.",
    calendar_unavailable: "Nous ne pouvons pas consulter l’agenda. Rien n’a changé ; réessayez sous peu.",
    busy: "Beaucoup de personnes réservent en ce moment. Rien n’a changé ; réessayez.",
    offline: "Pas de connexion. Vérifiez votre réseau et réessayez.",
    timeout: "La réponse tarde. Nous ne savons pas encore si cela a marché : vérifiez à nouveau.",
    unknown: "Un problème est survenu de notre côté. Réessayez, ou appelez-nous.",
  },
  takenAlternatives: "Horaires proches",
  changedTime: (day, time) => `Votre rendez-vous est maintenant le ${day} à ${time}.`,
  changedCancelled: "Votre rendez-vous a été annulé.",
  pleaseWait: (wait) => `Attendez ${wait}.`,
  retry: "Réessayer",
  checkAgain: "Vérifier à nouveau",
}
