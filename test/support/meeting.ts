/** Two calls that meet in the database: the second begins while the first has written and not yet committed. */
import { setTimeout as sleep } from "node:timers/promises"
import type { ClientBase } from "pg"

/**
 * Holds the first call where it writes a row of the table, and starts the second. The first goes on as soon as the second
 * waits for it or has ended. Returns what both answer.
 */
export type Meet = <First, Second>(
  table: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
) => Promise<[First, Second]>

/** An arbitrary number: the transaction that is held has this advisory lock. */
const heldKey = 280_106

/** The database itself lets the first go, so however slow the machine is, the second never waits as long as a lock may. */
const functions = `
  CREATE TABLE meeting (at_table text);
  CREATE FUNCTION is_waited_for() RETURNS boolean LANGUAGE sql VOLATILE AS $$
    SELECT EXISTS (
      SELECT FROM pg_locks WHERE NOT granted
        AND (transactionid = pg_current_xact_id()::xid
          OR database = (SELECT oid FROM pg_database WHERE datname = current_database()))
    )
  $$;
  CREATE FUNCTION wait_for_another() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM meeting WHERE at_table = TG_ARGV[0]) AND pg_try_advisory_xact_lock(${heldKey}) THEN
      WHILE EXISTS (SELECT FROM meeting) AND NOT is_waited_for() LOOP PERFORM pg_sleep(0.005); END LOOP;
    END IF;
    RETURN NEW;
  END $$`

/** Once in a database; the client is the tests' own until they end. */
export async function prepareMeetings(
  client: Pick<ClientBase, "query">,
  tables: readonly string[],
): Promise<Meet> {
  await client.query(functions)
  for (const table of tables)
    await client.query(
      `CREATE TRIGGER meeting BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION wait_for_another('${table}')`,
    )
  const someoneIsHeld = async () =>
    (
      await client.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${heldKey}
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      )
    ).rows.length > 0

  return async (table, first, second) => {
    await client.query("INSERT INTO meeting VALUES ($1)", [table])
    const firstAnswer = first()
    let hasEnded = false
    const firstEnds = firstAnswer.then(
      () => (hasEnded = true),
      () => (hasEnded = true),
    )
    while (!hasEnded && !(await someoneIsHeld())) await sleep(2)
    if (hasEnded) {
      await client.query("DELETE FROM meeting")
      throw new Error(`the first call wrote no row of ${table}: ${JSON.stringify(await firstAnswer)}`)
    }
    const secondAnswer = second()
    await Promise.race([firstEnds, secondAnswer.catch(() => {})])
    await client.query("DELETE FROM meeting")
    return Promise.all([firstAnswer, secondAnswer])
  }
}
