import { type Place, seal, unseal } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import type { UserKey } from './userKey.js'

type KeysAndInstance = Pick<Custody, 'keys' | 'instance'>

/** Binds the data key of a wallet to its row and version. */
export type DekOwner = {
  readonly id: string
  readonly user_id: string
  readonly project: string
  /** Null in rows from before there were versions. */
  readonly version: string | number | null
}

const dekSize = 32

/** The place where a part of a wallet opens. */
export function toPlace(
  { instance }: Pick<Custody, 'instance'>,
  purpose: 'dek' | 'seed' | 'kept dek',
  { id, user_id, project }: Omit<DekOwner, 'version'>,
): Place {
  return [purpose, instance, project, user_id, id]
}

function toDekPlace(custody: Pick<Custody, 'instance'>, wallet: DekOwner): Place {
  // rows of older backups don't have the column
  const version = wallet.version ?? null
  return [...toPlace(custody, 'dek', wallet), ...(version === null ? [] : [String(version)])]
}

export type DekToWrap = {
  readonly wallet: DekOwner
  /** It is overwritten. */
  readonly dek: Buffer
  /** Required besides custody's key from now on; undefined if custody's is enough. */
  readonly userKey: UserKey | undefined
}

/** Wraps the data key of a wallet: under its owner's key first, if any, then under custody's. */
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

/** Renews custody's wrap for another version of the row. */
export function rewrapDek(
  custody: KeysAndInstance,
  { from, to, dek }: { readonly from: DekOwner; readonly to: DekOwner; readonly dek: Buffer },
): Buffer {
  const inner = unseal(custody.keys.wrap, { sealed: dek, place: toDekPlace(custody, from) })
  const wrapped = seal(custody.keys.wrap, { plain: inner, place: toDekPlace(custody, to) })
  inner.fill(0)
  return wrapped
}

/** Removes custody's wrap: the data key, or for a sealed wallet what its owner's key opens. */
function unwrap(custody: KeysAndInstance, wallet: DekOwner & { readonly dek: Buffer }): Buffer {
  return unseal(custody.keys.wrap, { sealed: wallet.dek, place: toDekPlace(custody, wallet) })
}

/** Whether its owner's own key is required besides custody's. */
export function isSealed(custody: KeysAndInstance, wallet: DekOwner & { readonly dek: Buffer }): boolean {
  const inner = unwrap(custody, wallet)
  const { byteLength } = inner
  inner.fill(0)
  return byteLength !== dekSize
}

/** Throws if the user's key is the wrong one. */
export function openDek(
  custody: KeysAndInstance,
  wallet: DekOwner & { readonly dek: Buffer },
  userKey: UserKey | undefined,
): Buffer {
  const inner = unwrap(custody, wallet)
  if (!userKey || inner.byteLength === dekSize) return inner
  return unseal(userKey, { sealed: inner, place: ['sealed dek', custody.instance, wallet.user_id, wallet.id] })
}
