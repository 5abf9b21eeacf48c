import type { Connector } from '../../connector.js'
import { deadlines } from '../../deadlines.js'

/** Milliseconds that a connector has to connect without a prompt. */
export function getSilentDeadline({ meta }: Connector): number {
  return meta.type === 'AUTH' ? deadlines.silentLogin : deadlines.silent
}
