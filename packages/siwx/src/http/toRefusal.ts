import { isRecord } from '@latchkey/core'
import { SignInRefusedError } from '@latchkey/core/plugin'

/** The server's refusal, where it names what is not good. Its words are cut. */
export function toRefusal(reply: unknown): SignInRefusedError | undefined {
  if (!isRecord(reply) || typeof reply['field'] !== 'string') return undefined
  const { field, error, message } = reply
  const words = [error, message].filter((item) => typeof item === 'string' && item !== '')
  return new SignInRefusedError({ field: field.slice(0, 100), details: words.join(': ').slice(0, 500) })
}
