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
  type Queryable,
  readPoolSize,
} from '../database.js'
