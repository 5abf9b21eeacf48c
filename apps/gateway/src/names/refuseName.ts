import { GatewayFault } from '../http/GatewayFault.js'

/** Why a name is not given. `field` is what it lies at, e.g. `name`, `signature`, `message.timestamp`. */
export function refuseName(field: string, description: string, status = 400): GatewayFault {
  const details = { status: 'FAILED', reasons: [{ name: field, description }] }
  return new GatewayFault(description, { status, code: 'NAME_REFUSED', details })
}
