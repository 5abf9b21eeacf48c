import { type Cacao, isRecord } from '@latchkey/core'
import type { SessionRecord } from '../client/relayer.js'
import { parseRecap } from './recap.js'
import { readIssuer } from './siwxSessions.js'

type Peer = SessionRecord['peer']

/** The reply of a wallet that signed in. Only its format is validated. */
export type AuthReply = {
  readonly peer: Peer
  readonly cacaos: readonly Cacao[]
  /** The methods that the ReCaps allow. */
  readonly methods: readonly string[]
  /** CAIP-10. */
  readonly accounts: readonly string[]
}

/** More than any wallet returns. */
const maxReply = { cacaos: 100, methods: 1_000, characters: 2_048 } as const

/** Parses the reply to a sign-in request; null for an invalid one, or without a signature. [CAIP-222] */
export function parseAuthReply(result: unknown): AuthReply | null {
  if (!isRecord(result) || !Array.isArray(result['cacaos']) || result['cacaos'].length > maxReply.cacaos) return null
  const peer = toPeer(result['responder'])
  const cacaos = result['cacaos'].map(parseCacao).filter((cacao) => cacao !== null)
  if (!peer || cacaos.length === 0) return null
  const methods = new Set<string>()
  const accounts = new Set<string>()
  for (const { p } of cacaos) {
    const { accountAddress, chainId } = readIssuer(p.iss)
    accounts.add(`${chainId}:${accountAddress}`)
    for (const [ability, limits] of Object.entries(parseRecap(p.resources?.at(-1) ?? '')?.['eip155'] ?? {})) {
      const [, method] = ability.split('/')
      if (method && methods.size < maxReply.methods) methods.add(method)
      for (const chain of toChains(limits)) accounts.add(`${chain}:${accountAddress}`)
    }
  }
  return { peer, cacaos, methods: [...methods], accounts: [...accounts] }
}

function toPeer(value: unknown): Peer | null {
  if (!isRecord(value) || typeof value['publicKey'] !== 'string' || !/^[\da-f]{64}$/.test(value['publicKey']))
    return null
  const metadata = isRecord(value['metadata']) ? value['metadata'] : {}
  const read = (name: string): string => String(typeof metadata[name] === 'string' ? metadata[name] : '')
  const icons = Array.isArray(metadata['icons']) ? metadata['icons'] : []
  return {
    publicKey: value['publicKey'],
    metadata: {
      name: read('name').slice(0, maxReply.characters),
      description: read('description').slice(0, maxReply.characters),
      url: read('url').slice(0, maxReply.characters),
      icons: icons.filter((icon) => typeof icon === 'string').slice(0, 10),
    },
  }
}

/** The EVM chains in the limits of an ability. */
function toChains(limits: readonly unknown[]): readonly string[] {
  const [limit] = limits
  const chains: unknown = isRecord(limit) ? limit['chains'] : undefined
  if (!Array.isArray(chains)) return []
  return chains
    .slice(0, maxReply.cacaos)
    .filter((chain) => typeof chain === 'string' && /^eip155:[1-9]\d{0,15}$/.test(chain))
}

/** The maximum characters of a field. */
const maxFieldLength = 65_536

const maxResources = { resources: 100 } as const

const required = ['aud', 'domain', 'version', 'nonce', 'iat'] as const

const optional = ['nbf', 'exp', 'statement', 'requestId'] as const

/**
 * Parses a capability object of an EVM account (CAIP-74), whose fields have one line each; null for an invalid one. Doesn't
 * verify the signature.
 */
export function parseCacao(value: unknown): Cacao | null {
  if (!isRecord(value) || !isRecord(value['h']) || !isRecord(value['p']) || !isRecord(value['s'])) return null
  const { h, p, s } = value as { readonly [part in 'h' | 'p' | 's']: Readonly<Record<string, unknown>> }
  const type = h['t']
  if (type !== 'caip122' && type !== 'eip4361') return null
  const { iss, resources } = p
  if (typeof iss !== 'string' || !/^did:pkh:eip155:[1-9]\d{0,15}:0x[\da-f]{40}$/i.test(iss)) return null
  if (!required.every((name) => isLine(p[name]) && p[name] !== '')) return null
  if (!optional.every((name) => isAbsent(p[name]) || isLine(p[name]))) return null
  const isList = Array.isArray(resources) && resources.length <= maxResources.resources && resources.every(isLine)
  if (!isAbsent(resources) && !isList) return null
  const { t, s: signature } = s
  if ((t !== 'eip191' && t !== 'eip1271') || !isHex(signature)) return null
  const fields = [...required, ...optional].filter((name) => !isAbsent(p[name])).map((name) => [name, p[name]])
  return {
    h: { t: type },
    p: { iss, ...Object.fromEntries(fields), ...(isList && { resources }) } as Cacao['p'],
    s: { t, s: signature },
  }
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null
}

/** Whether a value is a single line, as a line break could add fields to the message. */
function isLine(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxFieldLength && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)
}

function isHex(value: unknown): value is string {
  return isLine(value) && /^0x([\da-f]{2})+$/i.test(value)
}
