import { type Cacao, isRecord, parseCaipNetworkId, type SiwxMessageFields, type SiwxSession } from '@latchkey/core'
import { SiwxRefusal } from '../SiwxRefusal.js'

const required = ['accountAddress', 'chainId', 'domain', 'uri', 'version', 'nonce'] as const
const optional = ['notBefore', 'statement', 'requestId', 'issuedAt', 'expirationTime', 'serializedMessage'] as const
const claims = ['iss', 'aud', 'domain', 'version', 'nonce', 'iat'] as const
const optionalClaims = ['nbf', 'exp', 'statement', 'requestId'] as const

type Fields = Readonly<Record<string, unknown>>

/** Parses the body of a sign-in, ignoring unknown fields. Throws 400 with the invalid field. */
export function parseSignIn(body: Fields): SiwxSession {
  const { message, signature, cacao } = body
  if (typeof message !== 'string') throw refuse('message')
  if (typeof signature !== 'string') throw refuse('signature')
  const data = pick(body['data'], { required, optional, path: '' }) as SiwxMessageFields
  if (!parseCaipNetworkId(data.chainId)) throw refuse('chainId')
  if (data.serializedMessage !== undefined && data.serializedMessage !== message) throw refuse('serializedMessage')
  return { data, message, signature, ...(cacao !== undefined && { cacao: parseCacao(cacao) }) }
}

/** Maximum number of sign-ins for other networks in one request. */
const maxOthers = 50

/**
 * Parses the sign-ins for other networks that a wallet signed with this one, while it connected: capability objects of the same
 * account with the same nonce, one per network. Throws 400.
 */
export function parseOthers(body: Fields, { data, cacao }: SiwxSession): readonly SiwxSession[] {
  const { others = [] } = body
  if (!Array.isArray(others) || others.length > maxOthers) throw refuse('others')
  const chainIds = new Set<string>([data.chainId])
  return others.map((item) => {
    const other = parseSignIn(isRecord(item) ? item : {})
    const { accountAddress, chainId, nonce } = other.data
    const isSame = accountAddress === data.accountAddress && nonce === data.nonce
    if (!isSame || !cacao || !other.cacao || chainIds.has(chainId)) throw refuse('others')
    chainIds.add(chainId)
    return other
  })
}

function parseCacao(value: unknown): Cacao {
  if (!isRecord(value)) throw refuse('cacao')
  const part = (name: string): Fields =>
    pick(value[name], { required: ['t'], optional: ['s', 'm'], path: `cacao.${name}.` })
  const [h, s] = [part('h'), part('s')]
  if (typeof s['s'] !== 'string') throw refuse('cacao.s.s')
  const p = pick(value['p'], { required: claims, optional: optionalClaims, path: 'cacao.p.' })
  // the values are compared later, when the capability object is checked
  return { h: { t: h['t'] }, p, s } as unknown as Cacao
}

type PickRules = { readonly required: readonly string[]; readonly optional: readonly string[]; readonly path: string }

/** Picks string properties by name, and the list of resources. */
function pick(value: unknown, { required, optional, path }: PickRules): Fields {
  if (!isRecord(value)) throw refuse(path === '' ? 'data' : path.slice(0, -1))
  const picked: Record<string, unknown> = {}
  for (const name of [...required, ...optional]) {
    const text = value[name]
    // some clients send null for missing values
    if ((text === undefined || text === null) && optional.includes(name)) continue
    if (typeof text !== 'string') throw refuse(`${path}${name}`)
    picked[name] = text
  }
  const { resources } = value
  if (resources === undefined || resources === null) return picked
  if (!Array.isArray(resources) || !resources.every((item) => typeof item === 'string'))
    throw refuse(`${path}resources`)
  return { ...picked, resources }
}

function refuse(field: string): SiwxRefusal {
  return new SiwxRefusal(`${field} is missing or invalid.`, { status: 400, code: 'BAD_REQUEST', field })
}
