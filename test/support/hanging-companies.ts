/**
 * A database whose statements on the rows of some companies never come back, as when the machine that holds them hangs: for
 * tests without such machines. The table `company` becomes a view that waits.
 */
import { Client } from "pg"

export interface HangingCompanies {
  hang(companyIds: readonly number[]): Promise<void>
  goOn(): Promise<void>
  /** How many statements wait. */
  waiting(): Promise<number>
  close(): Promise<void>
}

export async function letCompaniesHang(databaseUrl: string): Promise<HangingCompanies> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`
    CREATE TABLE hung (company_id bigint);
    CREATE FUNCTION is_there(bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
      WHILE EXISTS (SELECT FROM hung WHERE company_id = $1) LOOP PERFORM pg_sleep(0.02); END LOOP;
      RETURN true;
    END $$;
    ALTER TABLE company RENAME TO company_rows;
    CREATE VIEW company AS SELECT * FROM company_rows WHERE is_there(company_id)`)
  const waiting = async () => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event = 'PgSleep' AND state = 'active'`,
    )
    return rows[0]!.count
  }
  return {
    async hang(companyIds) {
      await client.query("INSERT INTO hung SELECT unnest($1::bigint[])", [companyIds])
    },
    async goOn() {
      await client.query("DELETE FROM hung")
    },
    waiting,
    close: () => client.end(),
  }
}
