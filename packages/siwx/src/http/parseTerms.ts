import { isRecord } from '@latchkey/core'
import { parseTime } from '../message/parseTime.js'
import type { SignInTerms } from '../sessions/sessions.js'

const times = ['issuedAt', 'expirationTime', 'notBefore'] as const

/** What a server wants the next message to bear; null where it gave no good nonce, or a time that is none. */
export function parseTerms(value: unknown): SignInTerms | null {
  if (!isRecord(value)) return null
  const { nonce, issuedAt, expirationTime, notBefore, requestId } = value
  if (typeof nonce !== 'string' || !/^[a-z0-9]{8,128}$/i.test(nonce) || typeof issuedAt !== 'string') return null
  for (const name of times) {
    const time = value[name]
    if (time !== undefined && (typeof time !== 'string' || parseTime(time) === null)) return null
  }
  if (requestId !== undefined && typeof requestId !== 'string') return null
  return { nonce, issuedAt, expirationTime, notBefore, requestId } as SignInTerms
}
