export { type ChannelListener, listenToChannel } from '../channel.js'
export {
  assertWritable,
  type Database,
  deleteExpired,
  type Expiry,
  isDatabaseUnavailable,
  lockOn,
  type OpenDatabaseOptions,
  openDatabase,
  openSessionLocks,
  type PoolState,
  type Queryable,
  type SessionLocks,
  type Transaction,
} from '../database.js'
export {
  assertSchema,
  type Migration,
  migrate,
  runMigrate,
  type Schema,
  SchemaError,
} from '../migrations.js'
