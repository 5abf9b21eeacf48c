import { createHash, createPublicKey, diffieHellman, hkdfSync, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { Place } from '../../crypto/seal.js'
import { seal, unseal } from '../../crypto/seal.js'

/** Bytes within JSON. */
const bytes = z
  .strictObject({ bytes: z.base64url() })
  .transform(({ bytes: text }): Buffer => Buffer.from(text, 'base64url'))

const walletId = {
  id: z.string(),
  user_id: z.string(),
  project: z.string(),
  version: z.union([z.string(), z.number()]).nullable(),
}

const locks = z.strictObject({ userKey: bytes.optional() })

const wallet = z.strictObject({ ...walletId, dek: bytes, seed: bytes, eip155: z.string(), solana: z.string() })

const place = { use: z.enum(['dek', 'kept dek']), wallet: z.strictObject(walletId), locks: locks.optional() }

const opening = { wallet, locks }

const deviceKey = z.strictObject({ x: z.string(), y: z.string() })

const sealedPhrase = z.strictObject({ key: deviceKey, nonce: z.string(), sealed: z.string() })

const accounts = z.strictObject({
  eip155: z.templateLiteral(['0x', z.string()]),
  solana: z.string(),
  bip122: z.string().nullable(),
})

const newWallet = z.strictObject({ dek: bytes, seed: bytes, accounts })

/** The calls of a key host, as they arrive there. */
export const callSchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('createWallet'), wallet: z.strictObject(walletId), locks }),
  z.strictObject({ do: z.literal('importKey'), purpose: z.string() }),
  z.strictObject({
    do: z.literal('importWallet'),
    wallet: z.strictObject(walletId),
    locks,
    purpose: z.string(),
    phrase: sealedPhrase,
  }),
  z.strictObject({
    do: z.literal('sign'),
    ...opening,
    canonical: z.string(),
    expected: z.strictObject({ digest: z.string(), method: z.string(), chain: z.string(), origin: z.string() }),
  }),
  z.strictObject({ do: z.literal('exportTo'), ...opening, key: deviceKey }),
  z.strictObject({ do: z.literal('rewrap'), dek: bytes, from: z.strictObject(place), to: z.strictObject(place) }),
  z.strictObject({ do: z.literal('readAccounts'), ...opening }),
  z.strictObject({ do: z.literal('verify'), ...opening }),
])

export type HostCall = z.output<typeof callSchema>

/** The results, as they arrive at custody. A signature is whatever its method returns. */
export const resultSchemas = {
  createWallet: newWallet,
  importKey: deviceKey,
  importWallet: newWallet,
  sign: z.unknown(),
  exportTo: sealedPhrase,
  rewrap: bytes,
  readAccounts: accounts,
  verify: z.null(),
} as const satisfies Record<HostCall['do'], z.ZodType>

/** A reply: a result, what is wrong with the request, seconds to wait at a limit, or that the host failed, without details. */
export const replySchema = z.union([
  z.strictObject({ result: z.unknown() }),
  z.strictObject({ invalid: z.strictObject({ code: z.number(), message: z.string() }) }),
  z.strictObject({ limitedFor: z.number() }),
  z.strictObject({ failed: z.string() }),
])

export type HostReply = z.output<typeof replySchema>

/** The first request of a connection, and the reply to it. */
export const helloSchema = z.strictObject({
  v: z.literal(1),
  instance: z.string().min(1).max(64),
  nonce: bytes.refine(({ byteLength }) => byteLength === 32),
  publicKey: bytes.refine(({ byteLength }) => byteLength <= 64),
})
export const welcomeSchema = z.strictObject({
  session: z.string().regex(/^[0-9a-f]{32}$/),
  publicKey: bytes,
  /** What attests to the key, if the host can. */
  document: bytes.optional(),
})

/** A call or its reply, sealed. A number is used once in each direction. */
export const messageSchema = z.strictObject({
  session: z.string().max(64),
  number: z.int().nonnegative(),
  sealed: bytes,
})

/** JSON, with bytes in base64url. */
export function toWire(value: unknown): string {
  return JSON.stringify(write(value))
}

function write(value: unknown): unknown {
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64url') }
  if (Array.isArray(value)) return value.map(write)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, write(one)]))
}

export type Channel = {
  readonly session: string
  /** Keys of the two directions. */
  readonly requests: Buffer
  readonly replies: Buffer
}

export type ChannelKeys = {
  readonly session: string
  readonly nonce: Uint8Array
  /** X25519: this side's, and the other side's as SPKI in DER. */
  readonly own: KeyObject
  readonly other: Uint8Array
  /** Both public keys, custody's first. */
  readonly publicKeys: readonly [custody: Uint8Array, host: Uint8Array]
}

/** Agrees on the keys of a connection, which are bound to both public keys and the nonce. Throws if a public key is invalid. */
export function openChannel({ session, nonce, own, other, publicKeys }: ChannelKeys): Channel {
  const publicKey = createPublicKey({ key: Buffer.from(other), format: 'der', type: 'spki' })
  const secret = diffieHellman({ privateKey: own, publicKey })
  const salt = createHash('sha256')
  for (const part of [nonce, ...publicKeys]) salt.update(part)
  const keys = Buffer.from(hkdfSync('sha256', secret, salt.digest(), `latchkey/keyHost/1/${session}`, 64))
  return { session, requests: keys.subarray(0, 32), replies: keys.subarray(32) }
}

type Direction = 'requests' | 'replies'

export function sealMessage(
  channel: Channel,
  { direction, number, value }: { readonly direction: Direction; readonly number: number; readonly value: unknown },
): string {
  const plain = Buffer.from(toWire(value))
  const sealed = seal(channel[direction], { plain, place: toPlace(channel, number) })
  plain.fill(0)
  return toWire({ session: channel.session, number, sealed })
}

/** Throws if it is of another connection, another number, or changed. */
export function openMessage(
  channel: Channel,
  { direction, number, sealed }: { readonly direction: Direction; readonly number: number; readonly sealed: Buffer },
): unknown {
  const plain = unseal(channel[direction], { sealed, place: toPlace(channel, number) })
  try {
    return JSON.parse(plain.toString())
  } finally {
    plain.fill(0)
  }
}

function toPlace({ session }: Channel, number: number): Place {
  return ['key host', session, String(number)]
}
