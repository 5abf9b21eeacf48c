import { refuseParams } from './refuseParams.js'

/** What kind of message it is, as the clients number them; the relay passes it on. */
export function toTag(value: unknown): number {
  if (value === undefined) return 0
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw refuseParams('tag is a whole number')
  return value
}
