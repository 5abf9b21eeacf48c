import {
  type CaipNetworkId,
  isRecord,
  parseCaipAddress,
  type SiwxMessageFields,
  type SiwxSession,
} from '@latchkey/core'
import { SignInRefusedError } from '@latchkey/core/plugin'
import { toMessageText } from './messageText.js'
import { isRecap, parseRecap, toRecapStatements } from './recap.js'

const didPrefix = 'did:pkh:'

/**
 * Checks that a session's capability object has the same content and signature as its text, by writing the text from it. Throws
 * `SIGN_IN_REFUSED` with the field `message` or `signature`, or `chainId` if the issuer isn't an account. [CAIP-74]
 */
export function checkCacao({ cacao, message, signature }: SiwxSession): void {
  if (!cacao) return
  const { h, p, s } = cacao
  if (!isRecord(h) || !isRecord(p) || !isRecord(s)) throw refuse('message', 'The CACAO is incomplete.')
  if (h.t !== 'caip122' && h.t !== 'eip4361') throw refuse('message', 'Unknown CACAO type.')
  if (s.t !== 'eip191' && s.t !== 'eip1271') throw refuse('signature', 'Unknown signature type.')
  if (s.s !== signature) throw refuse('signature', 'It differs from the one in the CACAO.')
  const issuer: unknown = p.iss
  const isAccount = typeof issuer === 'string' && issuer.startsWith(didPrefix)
  const account = isAccount ? parseCaipAddress(issuer.slice(didPrefix.length)) : null
  if (account?.namespace !== 'eip155') throw refuse('chainId', 'The issuer of the CACAO is not an EVM account.')

  const fields: SiwxMessageFields = {
    domain: p.domain,
    accountAddress: account.address,
    chainId: `${account.namespace}:${account.reference}` as CaipNetworkId,
    uri: p.aud,
    version: p.version,
    nonce: p.nonce,
    issuedAt: p.iat,
    expirationTime: p.exp,
    notBefore: p.nbf,
    requestId: p.requestId,
    resources: p.resources,
  }
  if (p.statement && typeof p.statement !== 'string') throw refuse('statement', 'It must be a string.')
  const isSaid = toStatements(p.statement || undefined, p.resources).some(
    (statement) => toMessageText({ ...fields, statement }) === message,
  )
  if (!isSaid) throw refuse('message', 'It differs from the CACAO.')
}

/** The statement with and without the ReCap's words: wallets store it either way. */
function toStatements(statement: string | undefined, resources: unknown): readonly (string | undefined)[] {
  const last: unknown = Array.isArray(resources) ? resources.at(-1) : undefined
  const recap = typeof last === 'string' && isRecap(last) ? parseRecap(last) : null
  if (!recap) return [statement]
  return [statement, ...toRecapStatements(recap).map((words) => (statement ? `${statement} ${words}` : words))]
}

function refuse(field: string, details: string): SignInRefusedError {
  return new SignInRefusedError({ field, details })
}
