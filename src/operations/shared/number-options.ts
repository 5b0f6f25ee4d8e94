/** Gives new duration options their ids. */
import type { AppointmentType } from "../../model/appointment-type.ts"
import type { TypeToSave } from "../../rules/booking/appointment-type.ts"
import { newOptionIds } from "../../store/appointment-types.ts"
import type { Tx } from "../../store/pg/database.ts"

export async function withOptionIds<Type extends Omit<AppointmentType, "id">>(
  tx: Tx,
  type: TypeToSave<Type>,
): Promise<TypeToSave<Type> & Pick<AppointmentType, "duration_options">> {
  const fresh = await newOptionIds(tx, type.duration_options.filter(({ id }) => id === null).length)
  const options = type.duration_options.map(({ id, label, minutes }) => ({
    id: id ?? fresh.shift()!,
    label,
    minutes,
  }))
  return { ...type, duration_options: options }
}
