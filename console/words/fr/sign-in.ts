import type { signIn as english } from "../en/sign-in.ts"

export const signIn: typeof english = {
  title: "Connexion",
  email: "E-mail",
  password: "Mot de passe",
  code: "Code de votre application d’authentification",
  codeHint: "Ou un de vos codes de secours.",
  company: "Entreprise",
  signIn: "Se connecter",
  signingIn: "Connexion…",
  signOut: "Se déconnecter",
  wrong: "L’e-mail ou le mot de passe est faux.",
  wrongCode: "Le code est faux ou a déjà servi.",
  tooMany: "Trop d’essais. Attendez une heure, ou demandez un lien à un administrateur.",
  forgotten: "Mot de passe oublié ? Un administrateur de votre entreprise peut vous créer un lien.",
  ended: "Votre session est terminée. Connectez-vous pour continuer.",
  byProvider: "Se connecter avec le compte de l’entreprise",
  companyWord: "Entreprise",
  companyWordHint: "Son nom dans l’adresse de réservation, comme dans …/harbour-heating.",
  refusals: {
    sign_in_not_begun: "Cette connexion est trop ancienne ou a commencé ailleurs. Réessayez.",
    identity_not_proven:
      "Le compte de votre entreprise n’a pas pu être confirmé. Réessayez, ou demandez à un administrateur.",
    identity_email_unverified:
      "Votre e-mail n’est pas vérifié dans le compte de votre entreprise. Demandez à un administrateur.",
    identity_unknown:
      "Personne avec l’e-mail de ce compte ne travaille ici. Demandez une invitation à un administrateur.",
    identity_provider_not_set_up: "Aucune entreprise de ce nom ne se connecte ainsi.",
    identity_provider_unavailable:
      "La connexion de votre entreprise ne répond pas. Réessayez dans un instant.",
    rate_limited: "Trop d’essais. Attendez une heure.",
  },
  choosePassword: "Choisissez un mot de passe",
  choosePasswordHint: "10 caractères ou plus.",
  setPassword: "Enregistrer",
  passwordSet: "Votre mot de passe est enregistré. Connectez-vous pour continuer.",
  linkOver: "Ce lien a servi ou est trop ancien. Demandez-en un autre à un administrateur.",
  linkIncomplete:
    "Le lien est incomplet. Ouvrez-le encore une fois, ou demandez-en un autre à un administrateur.",
}
