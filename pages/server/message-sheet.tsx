/** The frame of a page that says one thing and needs no script: the company's name above a sheet with a heading. */
import { Document, type DocumentProps } from "./document.tsx"

interface MessageSheetProps extends DocumentProps {
  /** The company's name; null where the page is of none. */
  brand: string | null
  heading: string
}

export function MessageSheet({ brand, heading, children, ...document }: MessageSheetProps) {
  return (
    <Document {...document}>
      <div id="app">
        <div class="page one">
          <header class="masthead">{brand !== null && <span class="brand">{brand}</span>}</header>
          <main class="sheet">
            <div class="work">
              <h1>{heading}</h1>
              {children}
            </div>
          </main>
        </div>
      </div>
    </Document>
  )
}
