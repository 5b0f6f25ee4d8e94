import type { AppContext } from "../../context.ts"
import type { Address } from "../../model/views.ts"
import type { SuppliedAddress } from "../appointments/book.ts"
import { locateServiceAddress } from "../locate-address.ts"

/** The address with what is known of where it is. */
export async function suppliedAddress(context: AppContext, address: Address): Promise<SuppliedAddress> {
  return { address, serviceAddress: await locateServiceAddress(context, address) }
}
