import {
  type Cacao,
  type CaipNetworkId,
  parseCaipAddress,
  type SiwxMessageFields,
  type SiwxSession,
} from '@latchkey/core'
import type { AuthPayload } from './authPayload.js'
import { parseRecap, toRecapStatement } from './recap.js'

/**
 * Converts a capability object into a sign-in: its fields, and the EIP-4361 text that the wallet signed, with the ReCap's
 * text in the statement. Doesn't verify the signature. [S3.17] [CAIP-74]
 */
export function toSiwxSession(cacao: Cacao): SiwxSession {
  const { p, s } = cacao
  const { accountAddress, chainId } = readIssuer(p.iss)
  const recap = parseRecap(p.resources?.at(-1) ?? '')
  const statement = toRecapStatement(p.statement || undefined, recap)
  const data: SiwxMessageFields = {
    accountAddress,
    chainId,
    domain: p.domain,
    uri: p.aud,
    version: p.version,
    nonce: p.nonce,
    issuedAt: p.iat,
    ...(p.exp !== undefined && { expirationTime: p.exp }),
    ...(p.nbf !== undefined && { notBefore: p.nbf }),
    ...(p.requestId !== undefined && { requestId: p.requestId }),
    ...(statement !== undefined && { statement }),
    ...(p.resources && { resources: p.resources }),
  }
  return { data, message: toText(data), signature: s.s, cacao }
}

/** The account of an issuer `did:pkh:eip155:1:0x…`. */
export function readIssuer(iss: string): { readonly accountAddress: string; readonly chainId: CaipNetworkId } {
  const parsed = parseCaipAddress(iss.replace(/^did:pkh:/, ''))
  if (!parsed) throw new Error(`Invalid issuer: ${iss}`)
  return { accountAddress: parsed.address, chainId: `${parsed.namespace}:${parsed.reference}` as CaipNetworkId }
}

function toText(data: SiwxMessageFields): string {
  const { domain, accountAddress, chainId, statement, expirationTime, notBefore, requestId, resources } = data
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    accountAddress,
    '',
    ...(statement === undefined ? [] : [statement]),
    '',
    `URI: ${data.uri}`,
    `Version: ${data.version}`,
    `Chain ID: ${chainId.slice('eip155:'.length)}`,
    `Nonce: ${data.nonce}`,
    `Issued At: ${data.issuedAt}`,
    ...(expirationTime === undefined ? [] : [`Expiration Time: ${expirationTime}`]),
    ...(notBefore === undefined ? [] : [`Not Before: ${notBefore}`]),
    ...(requestId === undefined ? [] : [`Request ID: ${requestId}`]),
    ...(resources ? ['Resources:', ...resources.map((resource) => `- ${resource}`)] : []),
  ].join('\n')
}

export type PickedSessions = {
  /** One per account and chain. */
  readonly sessions: readonly SiwxSession[]
  /** The number of those that don't match the request. */
  readonly dropped: number
}

/** Picks the sign-ins that match the request: on one of its chains, for its site and with its nonce. */
export function pickSessions(cacaos: readonly Cacao[], asked: AuthPayload): PickedSessions {
  const picked = new Map<string, SiwxSession>()
  for (const cacao of cacaos) {
    const { iss, domain, aud, nonce } = cacao.p
    const isAsked = domain === asked.domain && aud === asked.aud && nonce === asked.nonce
    const session = toSiwxSession(cacao)
    if (isAsked && asked.chains.includes(session.data.chainId) && !picked.has(iss)) picked.set(iss, session)
  }
  return { sessions: [...picked.values()], dropped: cacaos.length - picked.size }
}
