/** Small letters and single spaces, so that `First_Name` is `first name`. */
export const plainTitle = (title: string) =>
  title
    .replace(/^\ufeff/, "")
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, " ")
    .trim()
