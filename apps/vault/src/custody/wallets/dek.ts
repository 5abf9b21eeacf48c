import { type Place, seal, unseal } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import type { UserKey } from './userKey.js'

type KeysAndInstance = Pick<Custody, 'keys' | 'instance'>

/** What says where the key of a wallet opens, and in which version of its row. */
export type DekOwner = {
  readonly id: string
  readonly user_id: string
  readonly project: string
  /** Null in rows from before there were versions. */
  readonly version: string | number | null
}

const dekSize = 32

/** Where alone a part of a wallet opens. */
export function toPlace(
  { instance }: Pick<Custody, 'instance'>,
  purpose: 'dek' | 'seed' | 'kept dek',
  { id, user_id, project }: Omit<DekOwner, 'version'>,
): Place {
  return [purpose, instance, project, user_id, id]
}

function toDekPlace(custody: Pick<Custody, 'instance'>, wallet: DekOwner): Place {
  // a row of an older backup does not have the column at all
  const version = wallet.version ?? null
  return [...toPlace(custody, 'dek', wallet), ...(version === null ? [] : [String(version)])]
}

export type DekToWrap = {
  readonly wallet: DekOwner
  /** It is overwritten. */
  readonly dek: Buffer
  /** Needed besides custody's from now on; undefined where custody's is enough. */
  readonly userKey: UserKey | undefined
}

/** Wraps the key of a wallet: under its owner's key first, if there is one, and custody's around it. */
export function wrapDek(custody: KeysAndInstance, { wallet, dek, userKey }: DekToWrap): Buffer {
  const { id, user_id } = wallet
  const inner = userKey
    ? seal(userKey, { plain: dek, place: ['sealed dek', custody.instance, user_id, id] })
    : Buffer.from(dek)
  dek.fill(0)
  const wrapped = seal(custody.keys.wrap, { plain: inner, place: toDekPlace(custody, wallet) })
  inner.fill(0)
  return wrapped
}

/** Puts custody's wrap around what is in it again, for another version of the row. */
export function rewrapDek(
  custody: KeysAndInstance,
  { from, to, dek }: { readonly from: DekOwner; readonly to: DekOwner; readonly dek: Buffer },
): Buffer {
  const inner = unseal(custody.keys.wrap, { sealed: dek, place: toDekPlace(custody, from) })
  const wrapped = seal(custody.keys.wrap, { plain: inner, place: toDekPlace(custody, to) })
  inner.fill(0)
  return wrapped
}

/** The key of a wallet; of a sealed one what its owner's key opens. */
function unwrap(custody: KeysAndInstance, wallet: DekOwner & { readonly dek: Buffer }): Buffer {
  return unseal(custody.keys.wrap, { sealed: wallet.dek, place: toDekPlace(custody, wallet) })
}

/** Whether its owner's own key is needed besides custody's. */
export function isSealed(custody: KeysAndInstance, wallet: DekOwner & { readonly dek: Buffer }): boolean {
  const inner = unwrap(custody, wallet)
  const { byteLength } = inner
  inner.fill(0)
  return byteLength !== dekSize
}

/** Throws where the user's key is another one. */
export function openDek(
  custody: KeysAndInstance,
  wallet: DekOwner & { readonly dek: Buffer },
  userKey: UserKey | undefined,
): Buffer {
  const inner = unwrap(custody, wallet)
  if (!userKey || inner.byteLength === dekSize) return inner
  return unseal(userKey, { sealed: inner, place: ['sealed dek', custody.instance, wallet.user_id, wallet.id] })
}
