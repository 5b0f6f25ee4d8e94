/** Writes `api/statements.sql`, for `npm run generate`. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./source-files.ts"
import { statementList } from "./statement-list.ts"

writeFileSync(join(root, "api/statements.sql"), statementList())
