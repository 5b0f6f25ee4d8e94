/** For reads, and for writes that never began: a database that is away or overtaxed is `busy`, safe to try again. */
export { refusalOf as refusalOfDatabase } from "../store/pg/laws.ts"
