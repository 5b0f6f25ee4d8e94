import { setTimeout as sleep } from "node:timers/promises"
import type { ClientBase } from "pg"

/** Writes to a table that wait until they are let go, longer than any would wait for a lock. */
export interface HeldWrites {
  /** Waits until one of them is held. */
  oneHeld(): Promise<void>
  letGo(): Promise<void>
}

/** Holds every new row of the table, and every change of one; once in a database. */
export async function holdWrites(client: Pick<ClientBase, "query">, table: string): Promise<HeldWrites> {
  await client.query(`
    CREATE TABLE held_writes AS SELECT true AS is_on;
    CREATE FUNCTION wait_while_held() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      WHILE EXISTS (SELECT FROM held_writes) LOOP PERFORM pg_sleep(0.01); END LOOP;
      RETURN NEW;
    END $$;
    CREATE TRIGGER held BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION wait_while_held()`)
  const held = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND wait_event = 'PgSleep'`
  return {
    async oneHeld() {
      while ((await client.query(held)).rows.length === 0) await sleep(5)
    },
    async letGo() {
      await client.query("DELETE FROM held_writes")
    },
  }
}
