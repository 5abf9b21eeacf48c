import { type Cacao, isRecord } from '@latchkey/core'
import type { SessionRecord } from '../client/client.js'
import { parseCacao } from './parseCacao.js'
import { parseRecap } from './parseRecap.js'
import { readIssuer } from './toSiwxSession.js'

type Peer = SessionRecord['peer']

/** What a wallet answers that signed in. Nothing of it is checked but its shape. */
export type AuthReply = {
  readonly peer: Peer
  readonly cacaos: readonly Cacao[]
  /** What the ReCaps allow; those of a session without them are none. */
  readonly methods: readonly string[]
  /** CAIP-10. */
  readonly accounts: readonly string[]
}

/** No wallet signs on more chains at once, nor has more of anything else. */
const most = { cacaos: 100, methods: 1_000, characters: 2_048 } as const

/** Null for what is no answer, or where nothing in it is signed. [CAIP-222] */
export function parseAuthReply(result: unknown): AuthReply | null {
  if (!isRecord(result) || !Array.isArray(result['cacaos']) || result['cacaos'].length > most.cacaos) return null
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
      if (method && methods.size < most.methods) methods.add(method)
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
      name: read('name').slice(0, most.characters),
      description: read('description').slice(0, most.characters),
      url: read('url').slice(0, most.characters),
      icons: icons.filter((icon) => typeof icon === 'string').slice(0, 10),
    },
  }
}

/** The chains of EVM that the limits of an ability name. */
function toChains(limits: readonly unknown[]): readonly string[] {
  const [limit] = limits
  const chains: unknown = isRecord(limit) ? limit['chains'] : undefined
  if (!Array.isArray(chains)) return []
  return chains
    .slice(0, most.cacaos)
    .filter((chain) => typeof chain === 'string' && /^eip155:[1-9]\d{0,15}$/.test(chain))
}
