/**
 * True where no customer can have the number in E.164: carriers and customer lists write such numbers where they have none
 * (0000000000, 1111111111, 1234567890). In North America no area code and no exchange begins with 0 or 1, and none of ten
 * equal digits is given out. As numbers they would make one customer of all such callers.
 */
export const isNobodysNumber = (e164: string): boolean =>
  /^\+1(?:[01]|\d{3}[01]|(\d)\1{9}$)/.test(e164) || /^\+\d{1,3}?0{6,}$/.test(e164)
