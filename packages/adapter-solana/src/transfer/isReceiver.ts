import { parseBase58 } from '../base58.js'

/** Whether one can send to a text: 32 bytes in base58. Nobody has the key of the system program. */
export function isReceiver(text: string): boolean {
  return parseBase58(text, 32)?.some((byte) => byte !== 0) ?? false
}
