/** Where what is sealed of codes and visits is kept. */
export const codePlace = (companyId: number, id: string) => `company:${companyId}/code:${id}`
export const visitPlace = (companyId: number, id: number) => `company:${companyId}/visit:${id}`
