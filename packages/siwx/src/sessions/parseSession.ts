import { type Cacao, isRecord, parseCaipNetworkId } from '@latchkey/core'
import { checkCacao } from '../message/checkCacao.js'
import { isSignInNamespace } from '../message/fields.js'
import { readMessageText } from '../message/messageText.js'
import type { KeptSession } from './sessions.js'

/** Characters of the longest signature: those of contracts that are not deployed carry what deploys them. [ERC-6492] */
const maxSignatureLength = 32_768

/**
 * A session of foreign make, as from storage or a server; null where it is none. Its fields are those of its text: what was
 * written beside it does not count.
 */
export function parseSession(value: unknown): KeptSession | null {
  if (!isRecord(value) || !isRecord(value['data'])) return null
  const { message, signature, cacao, by, data } = value
  const namespace = parseCaipNetworkId(data['chainId'])?.namespace
  if (typeof message !== 'string' || !isSignInNamespace(namespace)) return null
  if (typeof signature !== 'string' || signature === '' || signature.length > maxSignatureLength) return null
  if (by !== 'key' && by !== 'contract') return null
  const reading = readMessageText(message, namespace)
  if (!reading.isValid || reading.scheme !== undefined) return null
  const session = { data: reading.fields, message, signature, by } as const
  if (cacao === undefined || cacao === null) return session
  const whole = { ...session, cacao: cacao as Cacao }
  try {
    checkCacao(whole)
    return whole
  } catch {
    return null // it says something else than the text, or is no CACAO at all
  }
}
