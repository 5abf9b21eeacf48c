import { relayLimits } from '../relayLimits.js'
import { refuseParams } from './refuseParams.js'

/** Messages are base64, so that a character is a byte. */
export function toMessage(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw refuseParams('a message is a text')
  if (Buffer.byteLength(value) > relayLimits.messageBytes)
    throw refuseParams(`a message has ${relayLimits.messageBytes} bytes at most`)
  return value
}
