import { type Cacao, isRecord, parseCaipNetworkId } from '@latchkey/core'
import { checkCacao } from '../message/checkCacao.js'
import { isSignInNamespace } from '../message/fields.js'
import { readMessageText } from '../message/messageText.js'
import type { KeptSession } from './sessions.js'

/** In characters. Signatures of undeployed contracts include the deployment. [ERC-6492] */
const maxSignatureLength = 32_768

/** Parses a session from storage or a server. Null if it is invalid. Takes the fields from the text, not from the data next to it. */
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
    return null // the capability object is invalid, or differs from the text
  }
}
