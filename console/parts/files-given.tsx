/** The files of an answer: photos to look at, and everything to save. */
import { useState } from "preact/hooks"
import { type Answer, api } from "../api/client.ts"
import { useQuery } from "../api/queries.ts"
import { useWords } from "../words/words.ts"
import { Dialog } from "./dialog.tsx"

type Given = NonNullable<NonNullable<Answer<"readAppointment">["answers"]>[number]["files"]>

/** A link to the bytes is good for ten minutes, and read again before. */
const freshMs = 8 * 60_000

const fileOf = (id: string) => ({
  queryKey: ["file", id] as const,
  queryFn: () => api.readFile({ id }),
  staleTime: freshMs,
  refetchInterval: freshMs,
})

export function FilesGiven({ files }: { files: Given }) {
  return (
    <ul class="files">
      {files.map((file) => (
        <GivenFile key={file.id} file={file} />
      ))}
    </ul>
  )
}

function GivenFile({ file }: { file: Given[number] }) {
  const words = useWords().board
  const { data, isError } = useQuery(fileOf(file.id))
  const [isShown, setShown] = useState(false)
  const url = data?.download_url
  const isPhoto = file.media_type.startsWith("image/")
  return (
    <li>
      {isPhoto && url && (
        <button
          type="button"
          class="photo"
          aria-label={words.showPhoto({ name: file.name })}
          onClick={() => setShown(true)}
        >
          <img src={url} alt="" loading="lazy" />
        </button>
      )}
      {url ? (
        <a href={url} download={file.name}>
          {file.name}
        </a>
      ) : (
        <span>{file.name}</span>
      )}
      {isError && <span class="hint">{words.fileGone}</span>}
      {isShown && url && (
        <Dialog
          title={file.name}
          onClose={() => setShown(false)}
          actions={
            <a class="button" href={url} download={file.name}>
              {words.saveFile}
            </a>
          }
        >
          <img class="whole-photo" src={url} alt={file.name} />
        </Dialog>
      )}
    </li>
  )
}
