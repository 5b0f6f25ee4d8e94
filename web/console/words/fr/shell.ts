import type { shell as english } from "../en/shell.ts"

export const shell: typeof english = {
  console: "Console",
  rail: {
    board: "Agenda",
    requests: "Demandes",
    customers: "Clients",
    you: "Vous",
  },
  skip: "Aller au contenu",
  keys: "Touches",
  keysHere: "Touches de cet écran",
  close: "Fermer",
  cancel: "Annuler",
  undo: "Rétablir",
  retry: "Réessayer",
  loading: "Chargement…",
  failed: "Le chargement a échoué",
  offline: "Pas de connexion. Ce que vous voyez est peut-être ancien.",
  unreachable: "Le service est injoignable.",
  notFound: "Il n’y a rien à cette adresse",
  notFoundHint: "Elle a peut-être été retirée, ou le lien est incomplet.",
  notAllowed: "Réservé aux administrateurs",
  notAllowedHint: "Demandez à un administrateur de votre entreprise.",
  findCustomer: "Chercher un client",
  toBoard: "Vers l’agenda",
}
