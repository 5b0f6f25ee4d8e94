/** The picture of a type or of a person, as customers see it. */
import { api } from "../api/client.ts"
import { readAllAgain } from "../session.ts"
import { useWords } from "../words/words.ts"
import { ImageField } from "./image-field.tsx"
import { smallPicture } from "./small-picture.ts"

interface PictureFieldProps {
  of: "types" | "providers"
  one: { id: number; name: string; image_url: string | null }
}

export function PictureField({ of, one: { id, name, image_url: url } }: PictureFieldProps) {
  const words = useWords().settings
  const send = of === "types" ? api.uploadTypeImage : api.uploadProviderImage
  const remove = of === "types" ? api.removeTypeImage : api.removeProviderImage
  return (
    <ImageField
      title={words.picture}
      field="image"
      url={url}
      none={words.noPicture[of]}
      hint={words.pictureHint}
      alt={name}
      choose={url ? words.replacePicture : words.choosePicture}
      remove={words.removePicture}
      onSend={async (image) => send({ id, image: await smallPicture(image) })}
      onRemove={() => remove({ id })}
      onSaved={readAllAgain}
    />
  )
}
