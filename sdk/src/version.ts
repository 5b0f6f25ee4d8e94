/** The release that `package.json` names. */
export const version = "0.2.0"
