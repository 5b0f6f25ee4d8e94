/** Addresses of the pages that are shown to people who are not signed in. */

export const forgottenPath = "/forgotten"
export const signUpPath = "/sign-up"
export const operatorPath = "/operator"
export const passwordPath = "/password"
