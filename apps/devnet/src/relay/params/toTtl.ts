import { relayLimits } from '../relayLimits.js'
import { refuseParams } from './refuseParams.js'

/** Of the messages of pairing, where the client names none. */
const defaultSeconds = 300

/** Seconds. */
export function toTtl(value: unknown): number {
  if (value === undefined) return defaultSeconds
  const { min, max } = relayLimits.ttlSeconds
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw refuseParams(`ttl is a whole number of seconds from ${min} to ${max}`)
  return value
}
