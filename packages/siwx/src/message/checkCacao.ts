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
 * That the capability object of a session says what its text says, and has its signature: the text is written anew from
 * it. Throws `SIGN_IN_REFUSED` with `message` or `signature`, `chainId` where its issuer is no account. [CAIP-74]
 */
export function checkCacao({ cacao, message, signature }: SiwxSession): void {
  if (!cacao) return
  const { h, p, s } = cacao
  if (!isRecord(h) || !isRecord(p) || !isRecord(s)) throw refuse('message', 'The CACAO lacks a part.')
  if (h.t !== 'caip122' && h.t !== 'eip4361') throw refuse('message', 'A CACAO of this type is not known.')
  if (s.t !== 'eip191' && s.t !== 'eip1271') throw refuse('signature', 'A signature of this type is not known.')
  if (s.s !== signature) throw refuse('signature', 'The CACAO has another one.')
  const issuer: unknown = p.iss
  const isAccount = typeof issuer === 'string' && issuer.startsWith(didPrefix)
  const account = isAccount ? parseCaipAddress(issuer.slice(didPrefix.length)) : null
  if (account?.namespace !== 'eip155') throw refuse('chainId', 'Its issuer is no account of EVM.')

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
  if (p.statement && typeof p.statement !== 'string') throw refuse('statement', 'It is no text.')
  const isSaid = toStatements(p.statement || undefined, p.resources).some(
    (statement) => toMessageText({ ...fields, statement }) === message,
  )
  if (!isSaid) throw refuse('message', 'The CACAO says another one.')
}

/** The statement as it is, and with the words of the ReCap: wallets keep it in either form. */
function toStatements(statement: string | undefined, resources: unknown): readonly (string | undefined)[] {
  const last: unknown = Array.isArray(resources) ? resources.at(-1) : undefined
  const recap = typeof last === 'string' && isRecap(last) ? parseRecap(last) : null
  if (!recap) return [statement]
  return [statement, ...toRecapStatements(recap).map((words) => (statement ? `${statement} ${words}` : words))]
}

function refuse(field: string, details: string): SignInRefusedError {
  return new SignInRefusedError({ field, details })
}
