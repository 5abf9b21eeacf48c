import { type MessageReading, readMessageText } from '@latchkey/siwx'
import type { SignInSummary, SummaryWarning } from '../../protocol/summary.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { MethodRequest, SigningNamespace } from '../signingRequest.js'

/**
 * Reads a text that signs in to the requesting site; returns `malformed` if it means to but isn't valid, null for any other text. Throws
 * InvalidRequestError if it names another site or account. [EIP-4361] [CAIP-122]
 */
export function readSignIn(text: string, request: MethodRequest): SignInSummary | 'malformed' | null {
  if (!assertSignInDomains(text, request.origin)) return null
  const namespace = toNamespace(request.chain)
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

function toNamespace(chain: string): SigningNamespace {
  const found = (['eip155', 'bip122'] as const).find((name) => chain.startsWith(`${name}:`))
  return found ?? 'solana'
}

function findWarnings(
  { fields }: MessageReading & { readonly isValid: true },
  { chain, now }: MethodRequest,
): readonly SummaryWarning[] {
  const warnings: SummaryWarning[] = []
  // Solana wallets name clusters by words too
  if (fields.chainId !== chain && !chain.startsWith('solana:')) warnings.push('otherNetwork')
  const { notBefore, expirationTime } = fields
  const isEarly = notBefore !== undefined && Date.parse(notBefore) > now
  const isLate = expirationTime !== undefined && Date.parse(expirationTime) <= now
  if (isEarly || isLate) warnings.push('notValidNow')
  return warnings
}

/**
 * Throws if a text, or any line in it, signs in to another site than the requesting one, as a less strict parser would accept it. Returns
 * whether it signs in to anything. [EIP-4361]
 */
function assertSignInDomains(text: string, origin: string): boolean {
  const phrase = /wants\s{1,8}you\s{1,8}to\s{1,8}sign\s{1,8}in\s{1,8}with\s{1,8}your/gi
  let isSignIn = false
  for (let match = phrase.exec(text); match; match = phrase.exec(text)) {
    const start = text.lastIndexOf('\n', match.index) + 1
    const domain = text.slice(start, match.index).trim()
    // a word before it makes it a sentence about signing in, and domains have no spaces
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
 * Whether the domain of a sign-in text is the host of this origin, including the port. It has no path or user; a scheme before it has to be
 * the origin's. [EIP-4361]
 */
function isHostOf(domain: string, origin: string): boolean {
  const [, scheme, host = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^\s/?#\\@]{1,260})$/i.exec(domain) ?? []
  if (!host || !URL.canParse(origin)) return false
  const site = new URL(origin)
  if (site.host === '' || (scheme !== undefined && `${scheme.toLowerCase()}:` !== site.protocol)) return false
  const named = `${site.protocol}//${host}`
  return URL.canParse(named) && new URL(named).host === site.host
}
