export { type ChannelListener, listenToChannel } from '../channel.js'
export {
  assertWritable,
  type Database,
  deleteExpired,
  type Expiry,
  isDatabaseUnavailable,
  lockOn,
  type MigrateOptions,
  migrate,
  type OpenDatabaseOptions,
  openDatabase,
  openSessionLocks,
  type Queryable,
  type SessionLocks,
} from '../database.js'
