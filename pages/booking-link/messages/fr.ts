import type { BookingLinkMessages } from "./types.ts"

export const messages: BookingLinkMessages = {
  chooseNewTime: "Choisissez un nouvel horaire",
  confirmNewTime: "Déplacer à cet horaire ?",
  presentTime: "Votre horaire actuel",
  moveTo: (day, time) => `Déplacer au ${day} à ${time}`,
  moving: "Déplacement…",
  keepPresent: "Garder mon horaire",
  moved: "Votre rendez-vous est déplacé",
  yourAppointment: "Voici votre rendez-vous.",
  callToChange: "Pour modifier ce rendez-vous, appelez-nous.",
  cancelQuestion: "Annuler ce rendez-vous ?",
  cancelMeaning:
    "Nous proposerons cet horaire à quelqu’un d’autre. Vous pourrez ensuite en choisir un nouveau.",
  confirmCancel: "Oui, annuler",
  keepAppointment: "Le garder",
  moveInstead: "Le déplacer plutôt",
  cancelling: "Annulation…",
  cancelled: "Votre rendez-vous est annulé. Vous pouvez choisir un autre horaire.",
  addressNeededText: (company) =>
    `La visite a lieu à votre adresse, et ${company} ne l’a pas encore. Un appel suffit.`,
  closedCancelled: "Votre rendez-vous est annulé",
  closedDatesOver: "Les dates de cette réservation sont passées",
  closedText: (company) => `Aucun autre horaire ne peut être choisi ici. ${company} vous aide par téléphone.`,
  ended: "Ce lien n’est plus actif",
  endedText: "Il est peut-être ancien, ou remplacé par un plus récent.",
  bookNew: "Prendre un nouveau rendez-vous",
  changedTime: (day, time) => `Votre rendez-vous est maintenant le ${day} à ${time}.`,
  changedCancelled: "Votre rendez-vous a été annulé.",

  failures: {
    version_conflict: "Quelque chose a changé entre-temps. Voici la situation actuelle.",
    appointment_started: "Ce rendez-vous a déjà commencé et ne peut plus être modifié ici.",
    cancel_notice_passed: "Il est trop tard pour modifier ce rendez-vous ici. Appelez-nous.",
  },
}
