import type { Summary } from '../../protocol/summary.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { MethodRequest } from '../signingRequest.js'
import { readSignIn } from './readSignIn.js'
import { toMessageContent } from './toMessageContent.js'

/** Bytes of the longest message. A visitor scrolls through all of it. */
export const longestMessage = 2_097_152

/** What a visitor is shown of a message that is signed. Throws InvalidRequestError. */
export function readMessage(bytes: Uint8Array, request: MethodRequest): Summary {
  if (bytes.length > longestMessage) throw new InvalidRequestError(`A message has at most ${longestMessage} bytes`)
  const { content, warnings } = toMessageContent(bytes)
  const signIn = content.type === 'text' ? readSignIn(content.text, request) : null
  if (signIn !== null && signIn !== 'malformed') return { ...signIn, warnings: [...signIn.warnings, ...warnings] }
  const { method, chain, account } = request
  return {
    kind: 'message',
    method,
    chain,
    account,
    content,
    bytes: bytes.length,
    warnings: signIn === 'malformed' ? ['malformedSignIn', ...warnings] : warnings,
  }
}
