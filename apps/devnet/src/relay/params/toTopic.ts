import { refuseParams } from './refuseParams.js'

export function toTopic(value: unknown): string {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value)) throw refuseParams('a topic is 64 hex characters')
  return value
}
