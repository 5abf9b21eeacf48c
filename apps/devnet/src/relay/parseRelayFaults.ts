import { type RelayFaults, relayFaultNames } from './relayFaults.js'

/** Faults out of the body of a request; null where a name or a value is none of ours. */
export function parseRelayFaults(value: unknown): RelayFaults | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const names: readonly string[] = relayFaultNames
  const isSound = Object.entries(value).every(([name, given]) => {
    const isCount = typeof given === 'number' && Number.isSafeInteger(given) && given >= 0
    return isCount ? name === 'delayMs' || names.includes(name) : typeof given === 'boolean' && names.includes(name)
  })
  return isSound ? (value as RelayFaults) : null
}
