/**
 * Behind a link's address: the step that its page opens with. It asks there once; programs that open links by themselves send
 * no hash, and opening changes nothing.
 */
export const linkSteps = { coming: "#yes", move: "#move", cancel: "#cancel" } as const
