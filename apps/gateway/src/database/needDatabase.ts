import type { GatewayContext } from '../context.js'
import { GatewayFault } from '../http/GatewayFault.js'
import type { Database } from './openDatabase.js'

/** The database, for what cannot be without one. Throws 503 where none is set. */
export function needDatabase({ database }: Pick<GatewayContext, 'database'>): Database {
  if (database) return database
  throw new GatewayFault('No database is set here.', { status: 503, code: 'NOT_CONFIGURED' })
}
