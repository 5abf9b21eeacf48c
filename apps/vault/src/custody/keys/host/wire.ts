import { createHash, createPublicKey, diffieHellman, hkdfSync, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { Place } from '../../crypto/seal.js'
import { seal, unseal } from '../../crypto/seal.js'
import type { KeyHost } from './keyHost.js'

/** Bytes; within JSON in base64url. */
const bytes = z.codec(
  z.strictObject({ bytes: z.base64url() }),
  z.custom<Buffer>((value) => Buffer.isBuffer(value)),
  {
    decode: ({ bytes: text }) => Buffer.from(text, 'base64url'),
    encode: (value) => ({ bytes: value.toString('base64url') }),
  },
)

const walletId = z.object({
  id: z.string(),
  user_id: z.string(),
  project: z.string(),
  version: z.union([z.string(), z.number()]).nullable(),
})

const locks = z.object({ userKey: bytes.optional(), splitKey: bytes.optional() })

const opening = {
  wallet: walletId.extend({ dek: bytes, seed: bytes, eip155: z.string(), solana: z.string() }),
  locks,
}

const dekPlace = z.object({ use: z.enum(['dek', 'kept dek']), wallet: walletId, locks: locks.optional() })

const deviceKey = z.object({ x: z.string(), y: z.string() })

const sealedPhrase = z.object({ key: deviceKey, nonce: z.string(), sealed: z.string() })

const accounts = z.object({
  eip155: z.templateLiteral(['0x', z.string()]),
  solana: z.string(),
  bip122: z.string().nullable(),
})

const newWallet = z.object({ dek: bytes, seed: bytes, accounts })

type CallSchemas<call extends (params: never) => Promise<unknown>> = {
  readonly params: z.ZodType<Parameters<call>[0]>
  readonly result: z.ZodType<Awaited<ReturnType<call>>>
}

/** Parameters and result of each call. Other fields, such as further columns of a row, are not sent. */
const calls = {
  createWallet: { params: z.object({ wallet: walletId, locks }), result: newWallet },
  importKey: { params: z.object({ purpose: z.string() }), result: deviceKey },
  importWallet: {
    params: z.object({ wallet: walletId, locks, purpose: z.string(), phrase: sealedPhrase }),
    result: newWallet,
  },
  importAccount: {
    params: z.object({ wallet: walletId, locks, from: z.object(opening), purpose: z.string(), phrase: sealedPhrase }),
    result: newWallet,
  },
  sign: {
    params: z.object({
      ...opening,
      canonical: z.string(),
      expected: z.object({ digest: z.string(), method: z.string(), chain: z.string(), origin: z.string() }),
    }),
    // whatever its method returns
    result: z.unknown(),
  },
  exportTo: { params: z.object({ ...opening, key: deviceKey }), result: sealedPhrase },
  rewrap: { params: z.object({ dek: bytes, from: dekPlace, to: dekPlace }), result: bytes },
  readAccounts: { params: z.object(opening), result: accounts },
  verify: { params: z.object(opening), result: z.undefined() },
} as const satisfies { readonly [name in keyof KeyHost]: CallSchemas<KeyHost[name]> }

const names = Object.keys(calls) as (keyof KeyHost)[]

/** A call as it is sent. */
export const callSchema = z.strictObject({ do: z.enum(names), params: z.unknown() })

export type HostCall = z.output<typeof callSchema>

/** Creates a host that forwards its calls: `send` returns the result of {@link performCall} on the other side. */
export function createRemoteHost(send: (call: HostCall) => Promise<unknown>): KeyHost {
  const host = names.map((name) => {
    const { params, result }: { readonly params: z.ZodType; readonly result: z.ZodType } = calls[name]
    return [name, async (given: unknown) => z.decode(result, await send({ do: name, params: z.encode(params, given) }))]
  })
  return Object.fromEntries(host) as KeyHost
}

/** Performs a received call. Throws if its parameters are malformed, and rethrows the host's errors. */
export async function performCall(host: KeyHost, { do: name, params: sent }: HostCall): Promise<unknown> {
  const { params, result }: { readonly params: z.ZodType; readonly result: z.ZodType } = calls[name]
  const call = host[name] as (params: unknown) => Promise<unknown>
  return z.encode(result, await call(z.decode(params, sent)))
}

/**
 * A reply: a result, the error in the request, seconds to wait at a limit, or a failure of the host, without details.
 */
export const replySchema = z.union([
  z.strictObject({ result: z.unknown().optional() }),
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
  /** The attestation document of the key, if the host has one. */
  document: bytes.optional(),
})

/** A call or its reply, sealed. A number is used once in each direction. */
export const messageSchema = z.strictObject({
  session: z.string().max(64),
  number: z.int().nonnegative(),
  sealed: bytes,
})

/** Serializes a value to JSON that the schema parses. */
export function toWire<schema extends z.ZodType>(schema: schema, value: z.output<schema>): string {
  return JSON.stringify(z.encode(schema, value))
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
  const plain = Buffer.from(JSON.stringify(value))
  const sealed = seal(channel[direction], { plain, place: toPlace(channel, number) })
  plain.fill(0)
  return toWire(messageSchema, { session: channel.session, number, sealed })
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
