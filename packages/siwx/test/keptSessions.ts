import type { SiwxMessageFields } from '@latchkey/core'
import { toMessageText } from '../src/message/toMessageText.js'
import type { KeptSession } from '../src/sessions/sessions.js'
import { evm } from './messages.js'

/** A session of these fields that somebody found good. */
export function toKept(change: Partial<SiwxMessageFields> = {}, by: KeptSession['by'] = 'key'): KeptSession {
  const data = { ...evm, ...change }
  return { data, message: toMessageText(data), signature: '0x12', by }
}
