import type { Address } from "../../model/views.ts"
import type { SuppliedAddress } from "../appointments/book.ts"
import type { House } from "../operation.ts"

/** The address with what is known of where it is. */
export async function suppliedAddress(_house: House, address: Address): Promise<SuppliedAddress> {
  return { address, place: { point: null, postalCode: address.postal_code, country: address.country } }
}
