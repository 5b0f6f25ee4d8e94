import type { PublicPageMessages } from "./types.ts"

export const messages: PublicPageMessages = {
  bookWith: (company) => `Réserver chez ${company}`,
  chooseWhat: "Que souhaitez-vous réserver ?",
  findRequests: "J’ai reçu une invitation",
  findRequestsAbout: "Trouver mon invitation",
  haveAppointment: "J’ai un rendez-vous",
  haveAppointmentAbout: "Le déplacer ou l’annuler",
  nothingOffered: "Rien ne peut être réservé en ligne pour le moment. Appelez-nous.",

  whereToCome: "Où devons-nous venir ?",
  addressUse:
    "Votre adresse nous sert à trouver les horaires libres. Elle n’est gardée que si vous réservez.",
  fields: {
    line1: "Numéro et rue",
    line2: "Appartement ou bureau (facultatif)",
    city: "Ville",
    state: "État ou province",
    postalCode: "Code postal",
    phone: "Numéro de mobile",
    firstName: "Prénom",
    lastName: "Nom",
    email: "E-mail (facultatif)",
  },
  country: "Pays",
  countries: { US: "États-Unis", CA: "Canada" },
  showTimes: "Voir les horaires",

  yourNumber: "Votre numéro de mobile",
  numberUse: "Nous vous envoyons un code par SMS pour vérifier que c’est vous.",
  numberForRequests: "Nous vous envoyons un code par SMS pour trouver vos invitations.",
  numberForLinks: "Nous vous envoyons un code par SMS, puis un lien pour chaque rendez-vous à venir.",
  numberBookedWith: "Utilisez le numéro de votre réservation.",
  numberHint: "États-Unis ou Canada, par exemple (514) 555-0123",
  existingOnly: "La réservation en ligne est ouverte aux clients existants. Nouveau ? Appelez-nous.",
  sendCode: "M’envoyer un code",
  sendingCode: "Envoi…",

  enterCode: "Saisissez le code",
  codeSent: (lastDigits) =>
    `Envoyé par SMS au numéro qui finit par ${lastDigits}. Il est valable 10 minutes.`,
  codeLabel: "Code à 6 chiffres",
  goOn: "Continuer",
  checkingCode: "Vérification…",
  resendIn: (wait) => `Pas de SMS ? Vous pourrez demander un nouveau code dans ${wait}.`,
  resend: "M’envoyer un nouveau code",
  otherNumber: "Utiliser un autre numéro",

  yourRequests: "Vos invitations",
  noRequests: "Aucune invitation en cours pour ce numéro. Vous pouvez réserver autre chose.",
  requestDates: (first, last) =>
    first && last
      ? `Du ${first} au ${last}`
      : first
        ? `À partir du ${first}`
        : last
          ? `Jusqu’au ${last}`
          : "",
  bookOther: "Réserver autre chose",

  findAppointment: "Trouver votre rendez-vous",
  linksTexted: "Regardez vos SMS",
  linksTextedAbout: "Si ce numéro a des rendez-vous à venir, nous avons envoyé un lien pour chacun.",
  linksPrivate: "Ils ne sont jamais affichés ici, pour rester privés. Pas de SMS ? Appelez-nous.",
  backToBooking: "Retour à la réservation",

  almostDone: "Dernière étape : votre nom",
  textUpdates: "M’informer par SMS",
  consent: (company) =>
    `${company} vous écrit par SMS au sujet de vos rendez-vous : confirmations, rappels et changements. La fréquence des messages varie. Des frais de messages et de données peuvent s’appliquer. Répondez STOP pour vous désinscrire, HELP pour de l’aide. Non requis pour réserver.`,
  onFile: "Nous venons à l’adresse que nous avons déjà.",
  emailTaken: "Votre e-mail n’a pas été enregistré : il appartient déjà à un autre client.",
  confirmationTexted: "Nous vous avons envoyé par SMS un lien pour déplacer ou annuler.",
  bookedHere: "Vous avez un rendez-vous",
  notMe: "Ce n’est pas vous ? L’oublier sur cet appareil",
  wayBack: "Revenez quand vous voulez",
  privateLink: "Votre lien privé",
  copyLink: "Copier le lien",
  textLink: "Me l’envoyer par SMS",
  shareLink: "Partager ou enregistrer",
  linkCopied: "Le lien est copié.",
  linkNotCopied: "La copie n’a pas marché ici. Sélectionnez le lien et copiez-le.",
  linkTexted: "Il est en route vers votre téléphone.",
  linkNotTexted: "Il n’a pas pu être envoyé par SMS. Copiez le lien, s’il vous plaît.",
  aReminder: "un rappel",
  anyChange: "l’annonce de tout changement",
  noTexts: "Nous ne vous enverrons pas de SMS pour ce rendez-vous.",
  willText: (what) => `Nous vous enverrons par SMS ${what}.`,

  assignedTo: (provider) => `Vos rendez-vous ici sont avec ${provider}. Voici ses horaires.`,

  cannotSendCodes: (company) =>
    `La réservation en ligne ne fonctionne pas pour le moment. ${company} vous aide par téléphone.`,
  registrationClosed: (company) =>
    `Ce numéro n’est pas encore connu de ${company}, et les nouveaux clients réservent par téléphone. Un appel suffit.`,
  pageClosed: "La réservation en ligne est fermée",
  pageClosedText: (company) => `Rien n’a été réservé. ${company} vous aide par téléphone.`,

  wrong: {
    line1: "Indiquez le numéro et la rue.",
    city: "Indiquez la ville.",
    state: "Indiquez l’État ou la province.",
    postalCode: "Indiquez un code comme 78701 ou K1A 0B1.",
    phone: "Indiquez un numéro américain ou canadien à dix chiffres.",
    code: "Ce n’est pas le code envoyé. Vérifiez-le.",
    firstName: "Indiquez votre prénom.",
    lastName: "Indiquez votre nom.",
    email: "Indiquez une adresse comme sam@example.com, ou laissez vide.",
  },
  failures: {
    code_expired: "Le code n’est plus valable. Demandez-en un nouveau.",
    phone_not_supported:
      "Nous ne pouvons pas écrire à ce numéro. Utilisez un mobile américain ou canadien, ou appelez-nous.",
    bot_check_failed: "La vérification automatique n’a pas abouti. Réessayez.",
    bot_check_not_configured: "La réservation en ligne ne fonctionne pas pour le moment. Appelez-nous.",
    codes_stopped: "Plus aucun code ne peut être envoyé aujourd’hui. Appelez-nous.",
    texts_unavailable: "Nous ne pouvons pas vous envoyer de code pour le moment. Appelez-nous.",
    visit_expired: "Par sécurité, vérifiez votre numéro encore une fois. Votre choix est gardé.",
    invalid_input: "Une de vos saisies ne peut pas être utilisée. Vérifiez-la.",
    no_longer_offered: "Cela ne peut plus être réservé. Voici ce qui peut l’être.",
    address_on_file: "Cet horaire n’est pas possible à l’adresse que nous avons. Ceux-ci le sont.",
    address_not_found: "Nous ne trouvons pas cette adresse. Vérifiez-la, ou appelez-nous.",
    out_of_service_area: "Cette adresse est hors de notre zone. Vérifiez-la, ou appelez-nous.",
  },
}
