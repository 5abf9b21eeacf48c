import { InvalidRequestError } from '../InvalidRequestError.js'
import { isHostOf } from './isHostOf.js'

/**
 * Throws where a text, or a line anywhere in it, signs in to another site than the one that asks: whoever reads such
 * texts less strictly than we do would take it. Returns whether it signs in to anything. [EIP-4361]
 */
export function assertSignInDomains(text: string, origin: string): boolean {
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
