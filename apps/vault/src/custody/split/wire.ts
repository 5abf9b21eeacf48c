import { z } from 'zod'
import type { CustodyMethod } from '../../protocol/custody.js'
import type { Place } from '../crypto/seal.js'
import type { WalletId } from '../keys/host/keyHost.js'

/** Calls of a device for which a holder opens the key of its wallet. Each of them is one that its user has confirmed. */
export const openingMethods = [
  'request.sign',
  'account.export',
  'seal.remove',
  // for the seed of a wallet that gets another key for one of its accounts
  'wallets.import',
] as const satisfies readonly CustodyMethod[]

const id = z.string().regex(/^[0-9a-f]{32}$/)

const bytes = z.codec(
  z.base64url().max(1_024),
  z.custom<Buffer>((value) => Buffer.isBuffer(value)),
  {
    decode: (text) => Buffer.from(text, 'base64url'),
    encode: (value) => value.toString('base64url'),
  },
)

/** Asks a holder to open the key of a wallet. */
export const openingSchema = z.strictObject({
  v: z.literal(1),
  /** Of custody's database. */
  instance: id,
  wallet: z.strictObject({ id, user_id: id, project: z.string().min(1).max(64) }),
  /** The holder's key that it was sealed to. */
  keyId: z.string().regex(/^[0-9a-f]{16}$/),
  sealed: bytes,
  /** The call of a device, as it was signed. Without one, the holder opens only while its operator allows maintenance. */
  signed: z.strictObject({ statement: z.string().max(32_768), signature: z.string().max(128) }).optional(),
})

export type Opening = z.output<typeof openingSchema>

/** Why a holder refuses. */
export const refusals = [
  /** Its operator has stopped it. */
  'frozen',
  /** More calls, or more new devices, than its operator allows within an hour. */
  'limited',
  /** The device was recorded a short time ago, and its user has an older one. */
  'waiting',
  /** The call isn't signed by its device, is too old, was used for this wallet before, or isn't one that opens wallets. */
  'statement',
  /** There is no call, and maintenance isn't allowed at this time. */
  'maintenance',
  /** The share isn't sealed to this holder for this wallet. */
  'share',
] as const

export type Refusal = (typeof refusals)[number]

export const openingReplySchema = z.union([
  z.strictObject({ key: bytes }),
  /** `retryAfter`: seconds. */
  z.strictObject({ refused: z.enum(refusals), retryAfter: z.int().nonnegative().optional() }),
])

export type OpeningReply = z.output<typeof openingReplySchema>

/** Returns the context that a split key is sealed for: one wallet, in any version. */
export function toSharePlace(instance: string, { id: wallet, user_id, project }: Omit<WalletId, 'version'>): Place {
  return ['split key', instance, project, user_id, wallet]
}

/** The public half of a holder's key, as its operator passes it on: 8 bytes of id and an X25519 key (SPKI), base64url. */
export function formatHolderKey({ id: keyId, publicKey }: HolderKey): string {
  return Buffer.concat([Buffer.from(keyId, 'hex'), publicKey]).toString('base64url')
}

export type HolderKey = { readonly id: string; readonly publicKey: Buffer }

/** X25519 public keys in DER differ only in their last 32 bytes. [RFC 8410] */
const spkiHead = Buffer.from('302a300506032b656e032100', 'hex')

/** Parses a key as formatted by {@link formatHolderKey}. Throws if it is invalid. */
export function parseHolderKey(text: string): HolderKey {
  const all = Buffer.from(text, 'base64url')
  const [keyId, publicKey] = [all.subarray(0, 8), all.subarray(8)]
  if (publicKey.byteLength !== 44 || !publicKey.subarray(0, 12).equals(spkiHead))
    throw new Error(`${text} is not the public key of a share holder, as \`holder show-key\` prints it.`)
  return { id: keyId.toString('hex'), publicKey }
}
