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
  previousMonth: "Mois précédent",
  nextMonth: "Mois suivant",
  timesCount,
  monthSummary: (month, days) =>
    days === 0
      ? `${month} : aucun horaire`
      : `${month} : ${days} ${plural(days, "jour", "jours")} avec des horaires`,
  partOfDay: { morning: "Matin", afternoon: "Après-midi", evening: "Soir" },
  anotherDay: "Choisir un autre jour",
  provider: "Avec",
  anyProvider: "Peu importe",
  loadingTimes: "Chargement des horaires…",
  noTimesInMonth: (month) => `${month} : aucun horaire libre.`,
  noTimesAtAll: "Aucun horaire ne peut être réservé ici pour le moment. Appelez-nous.",
  nextAvailable: (day) => `Prochaine date libre : ${day}`,

  zoneDiffers: (zone) => `Horaires donnés en ${zone}, différente de la vôtre.`,
  zoneOfVisitor: (zone) => `Horaires donnés dans votre fuseau : ${zone}.`,
  zoneChosen: (zone) => `Horaires donnés en ${zone}.`,
  changeZone: "Changer de fuseau",
  timeZone: "Fuseau horaire",
  otherZones: "Tous les fuseaux",

  confirmTime: "C’est bien cela ?",
  confirmNewTime: "Déplacer à cet horaire ?",
  newTime: "Nouvel horaire",
  presentTime: "Votre horaire actuel",
  book: (day, time) => `Réserver le ${day} à ${time}`,
  moveTo: (day, time) => `Déplacer au ${day} à ${time}`,
  booking: "Réservation…",
  moving: "Déplacement…",
  anotherTime: "Choisir un autre horaire",
  keepPresent: "Garder mon horaire",
  dayOf: (day, days) => `Jour ${day} sur ${days}`,
  when: "Quand",
  where: "Où",
  who: "Avec",

  booked: "C’est réservé",
  moved: "Votre rendez-vous est déplacé",
  yourAppointment: "Votre rendez-vous",
  addToCalendar: "Ajouter à l’agenda",
  calendarFile: "Fichier d’agenda",
  calendarFileFailed: "Le fichier d’agenda n’a pas pu être chargé. Réessayez.",
  opensNewTab: "s’ouvre dans un nouvel onglet",
  move: "Déplacer",
  cancel: "Annuler le rendez-vous",
  callToChange: "Pour modifier ce rendez-vous, appelez-nous.",

  cancelQuestion: "Annuler ce rendez-vous ?",
  cancelMeaning: (day, time) =>
    `Vous libérez le ${day} à ${time} pour quelqu’un d’autre. Vous pouvez ensuite choisir un autre horaire.`,
  confirmCancel: "Oui, l’annuler",
  keepAppointment: "Garder mon rendez-vous",
  cancelling: "Annulation…",
  cancelled: "Votre rendez-vous est annulé. Vous pouvez choisir un autre horaire.",

  addressNeeded: "Appelez-nous pour réserver",
  addressNeededText: (company) =>
    `La visite a lieu à votre adresse, et ${company} ne l’a pas encore. Un appel suffit pour les deux.`,
  closedCancelled: "Votre rendez-vous est annulé",
  closedDatesOver: "Les dates de cette réservation sont passées",
  closedText: (company) => `Aucun autre horaire ne peut être choisi ici. ${company} vous aide par téléphone.`,
  ended: "Ce lien n’est plus actif",
  endedText: (company) => `Pour prendre ou modifier un rendez-vous, appelez ${company ?? "l’entreprise"}.`,

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
