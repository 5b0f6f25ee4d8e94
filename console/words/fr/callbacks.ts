import type { callbacks as english } from "../en/callbacks.ts"

export const callbacks: typeof english = {
  title: "À rappeler",
  caller: "Appelant",
  unknown: "Appelant inconnu",
  message: "Message",
  bestTime: "Quand cela convient",
  anyTime: "À tout moment",
  asked: "Demandé",
  state: "État",
  states: { waiting: "En attente", done: "Fait" },
  none: { waiting: "Personne n’attend d’appel", done: "Personne n’a encore été rappelé" },
  noneHint:
    "Ce que les appelants demandent à votre agent et qu’il ne peut pas faire apparaît ici. C’est conservé 90 jours.",
  markDone: "Fait",
  putBack: "Remettre en attente",
  first: "Aux plus récents",
  more: "Plus anciens",
}
