import { parseCaipNetworkId, type SiwxMessageFields } from '@latchkey/core'
import { SignInRefusedError } from '@latchkey/core/plugin'
import { findFault } from './findFault.js'
import { tags } from './messageField.js'
import { accountNames, isSignInNamespace } from './signInNamespace.js'

/** Characters of the longest text. */
export const longestMessage = 32_768

/**
 * The text to sign: EIP-4361 on EVM, CAIP-122 elsewhere; on Solana the very text that the Wallet Standard makes of these
 * fields. Throws `SIGN_IN_REFUSED` where a field could not be read back from it, as with a line break. [S3.16]
 */
export function toMessageText(fields: SiwxMessageFields): string {
  const namespace = parseCaipNetworkId(fields.chainId)?.namespace
  if (!isSignInNamespace(namespace))
    throw new SignInRefusedError({ field: 'chainId', details: `Nobody signs in on ${fields.chainId}.` })
  const fault = findFault(fields, namespace)
  if (fault) throw new SignInRefusedError({ field: fault.field, details: fault.reason })

  const { domain, accountAddress, statement, resources } = fields
  const isEvm = namespace === 'eip155'
  const lines = [`${domain} wants you to sign in with your ${accountNames[namespace]} account:`, accountAddress, '']
  if (statement !== undefined) lines.push(statement, '')
  else if (isEvm) lines.push('') // EIP-4361 leaves the empty line of a statement that is not there
  for (const [field, tag] of tags) {
    const value = fields[field]
    if (value === undefined) continue
    lines.push(`${tag}: ${field === 'chainId' && isEvm ? value.slice('eip155:'.length) : value}`)
  }
  if (resources) lines.push('Resources:', ...resources.map((resource) => `- ${resource}`))
  const text = lines.join('\n')
  if (text.length > longestMessage) throw new SignInRefusedError({ field: 'message', details: 'It is too long.' })
  return text
}
