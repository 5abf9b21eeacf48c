import { type MessageReading, readMessageText } from '@latchkey/siwx'
import type { SignInSummary, SummaryWarning } from '../../protocol/summary.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { MethodRequest } from '../signingRequest.js'
import { assertSignInDomains } from './assertSignInDomains.js'

/**
 * A text that signs in to the site that asks, `malformed` where it means to and is not one to the letter, null for any
 * other. Throws InvalidRequestError where it names another site or another account. [EIP-4361] [CAIP-122]
 */
export function readSignIn(text: string, request: MethodRequest): SignInSummary | 'malformed' | null {
  if (!assertSignInDomains(text, request.origin)) return null
  const namespace = request.chain.startsWith('eip155:') ? 'eip155' : 'solana'
  const reading = readMessageText(text, namespace)
  if (!reading.isValid) return 'malformed'
  const { fields } = reading
  const isOurs =
    namespace === 'eip155'
      ? fields.accountAddress.toLowerCase() === request.account.toLowerCase()
      : fields.accountAddress === request.account
  if (!isOurs) throw new InvalidRequestError('This text signs in another account than the one that is asked to sign it')
  const { accountAddress: _, chainId, version: __, serializedMessage: ___, resources = [], ...shown } = fields
  return {
    kind: 'signIn',
    method: request.method,
    chain: request.chain,
    account: request.account,
    ...shown,
    signInChain: chainId,
    resources,
    text,
    warnings: findWarnings(reading, request),
  }
}

function findWarnings(
  { fields }: MessageReading & { readonly isValid: true },
  { chain, now }: MethodRequest,
): readonly SummaryWarning[] {
  const warnings: SummaryWarning[] = []
  // wallets of Solana name clusters by words too
  if (fields.chainId !== chain && chain.startsWith('eip155:')) warnings.push('otherNetwork')
  const { notBefore, expirationTime } = fields
  const isEarly = notBefore !== undefined && Date.parse(notBefore) > now
  const isLate = expirationTime !== undefined && Date.parse(expirationTime) <= now
  if (isEarly || isLate) warnings.push('notValidNow')
  return warnings
}
