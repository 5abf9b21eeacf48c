import { type MessageReading, readMessageText } from '@latchkey/siwx'
import type { SignInSummary, SummaryWarning } from '../../protocol/summary.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { MethodRequest } from '../signingRequest.js'

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

/**
 * Throws where a text, or a line anywhere in it, signs in to another site than the one that asks: whoever reads such
 * texts less strictly than we do would take it. Returns whether it signs in to anything. [EIP-4361]
 */
function assertSignInDomains(text: string, origin: string): boolean {
  const phrase = /wants\s{1,8}you\s{1,8}to\s{1,8}sign\s{1,8}in\s{1,8}with\s{1,8}your/gi
  let isSignIn = false
  for (let match = phrase.exec(text); match; match = phrase.exec(text)) {
    const start = text.lastIndexOf('\n', match.index) + 1
    const domain = text.slice(start, match.index).trim()
    // a word before it makes it a sentence about signing in, and no domain has spaces
    if (!isHostOf(domain, origin)) throw new InvalidRequestError(refusal(domain))
    isSignIn = true
    const end = text.indexOf('\n', match.index)
    if (end === -1) break
    phrase.lastIndex = end
  }
  return isSignIn
}

function refusal(domain: string): string {
  return `This text signs in to ${JSON.stringify(domain.slice(0, 100))}, which is not the site that asks`
}

/**
 * Whether a domain of a sign-in text is the host of this origin, the port included. Neither has a path or a user; a scheme
 * before the domain has to be the origin's. [EIP-4361]
 */
function isHostOf(domain: string, origin: string): boolean {
  const [, scheme, host = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^\s/?#\\@]{1,260})$/i.exec(domain) ?? []
  if (!host || !URL.canParse(origin)) return false
  const site = new URL(origin)
  if (site.host === '' || (scheme !== undefined && `${scheme.toLowerCase()}:` !== site.protocol)) return false
  const named = `${site.protocol}//${host}`
  return URL.canParse(named) && new URL(named).host === site.host
}
