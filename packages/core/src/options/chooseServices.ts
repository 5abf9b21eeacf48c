import type { Services } from './options.js'
import { restrictedTimeZones } from './restrictedTimeZones.js'

export type ChooseServicesOptions = {
  /** For all visitors. */
  readonly services: Services
  /** In their place for visitors in one of `timeZones`; what is not named here stays. */
  readonly restricted: Services
  /** Names of IANA, as `Asia/Shanghai`; {@link restrictedTimeZones} unless told. */
  readonly timeZones?: readonly string[] | undefined
  /** Where the visitor is; what the browser says unless told. */
  readonly timeZone?: string | undefined
}

/**
 * The services for this visitor, where some cannot be reached from everywhere. [S9.18]
 *
 * @example
 * import { chooseServices } from '@latchkey/core/controllers'
 *
 * createModal({ adapters, services: chooseServices({ services: { rpc: 'https://a.example' }, restricted: { rpc: 'https://b.example' } }) })
 */
export function chooseServices(options: ChooseServicesOptions): Services {
  const { services, restricted, timeZones = restrictedTimeZones } = options
  const { timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone } = options
  const isRestricted = timeZones.some((name) => name.toLowerCase() === timeZone.toLowerCase())
  return isRestricted ? { ...services, ...restricted } : services
}
