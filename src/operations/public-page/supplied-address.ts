import type { Address } from "../../model/views.ts"
import type { SuppliedAddress } from "../appointments/book.ts"
import type { House } from "../house.ts"
import { placeOf } from "../locate-address.ts"

/** The address with what is known of where it is. */
export async function suppliedAddress(house: House, address: Address): Promise<SuppliedAddress> {
  return { address, place: await placeOf(house, address) }
}
