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
}
