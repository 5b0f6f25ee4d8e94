import { expect, it } from "vitest"
import { rows } from "../attack-table/rows.ts"
import { name } from "../chaos/attacks.ts"

it("SE-08 the table has a row for each kind of attack, and is the trial that `--only attacks` plays", () => {
  expect(rows.map((row) => row.name)).toEqual(
    expect.arrayContaining([
      ...[
        "hostile-strings",
        "anonymous-searches",
        "boards",
        "reports",
        "streams",
        "slow-readers",
        "slow-senders",
      ],
      ...["twin-companies", "imports", "embed-checks", "swagger-files", "feeds"],
      ...["explained-ranges", "searches-of-groups", "board-starts", "series", "disruptions", "waiting-gaps"],
    ]),
  )
  expect(name).toBe("attacks")
})
