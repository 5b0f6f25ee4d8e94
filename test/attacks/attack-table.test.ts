import { expect, it } from "vitest"
import { productOperations } from "../attack-table/product-operations.ts"
import { rows } from "../attack-table/rows.ts"
import { neighboursAddress, type Scene } from "../attack-table/scene.ts"
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

it("FX-12 each operation whose cost grows by a product has a row", () => {
  const attacked = new Set(rows.flatMap(({ operations = [] }) => operations))
  const derived = productOperations()
  expect(derived.length).toBeGreaterThan(20)
  expect(derived.filter((name) => !attacked.has(name))).toEqual([])
})

it("FX-17 every attacker comes from another address than the neighbour", () => {
  for (const { crowds } of rows) {
    const sent = crowds(imagined).flatMap(({ requests }) => requests)
    const from = sent.map((request) => /^X-Forwarded-For: (.*)$/m.exec(request)?.[1])
    expect(new Set(from)).not.toContain(undefined)
    expect(new Set(from)).not.toContain(neighboursAddress)
  }
})

const ids = Array.from({ length: 40 }, (_, i) => i + 1)
const imagined: Scene = {
  ...{ apiPort: 1, bookPort: 2, sinkPort: 3, hostilePort: 4, pid: 0, close: async () => {} },
  neighbour: { url: "", key: "", address: neighboursAddress, requests: [] },
  clinic: {
    ...{ companyId: 1, key: "sk", typeId: 1, providerIds: ids, locationId: 1, customerId: 1, depotId: 2 },
    ...{ serviceIds: ids.slice(0, 5), twinKeys: ["sk_twin"], adminEmail: "owner@example.com" },
  },
}
