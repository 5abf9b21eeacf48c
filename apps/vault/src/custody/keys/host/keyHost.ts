import { hkdfSync, randomBytes } from 'node:crypto'
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { SealedPhrase } from '../../../protocol/account.js'
import type { DeviceKey } from '../../../protocol/statement.js'
import { InvalidRequestError } from '../../../signing/InvalidRequestError.js'
import { addKey, formatPrivateKey, parsePrivateKey, readSecret } from '../../../signing/importedKeys.js'
import { type Accounts, deriveAccounts } from '../../../signing/keys.js'
import { type SignRequestOptions, signRequest } from '../../../signing/signRequest.js'
import { type KeyVersion, type Place, type RotatingKey, seal, unseal } from '../../crypto/seal.js'
import { openFromWindow, sealToWindow, toWindowKey } from '../../crypto/windowSeal.js'

/** Binds the data key of a wallet to its row and version. */
export type WalletId = {
  readonly id: string
  readonly user_id: string
  readonly project: string
  /** Null in rows from before there were versions. */
  readonly version: string | number | null
}

/** A wallet as it is stored: everything secret in it is sealed. */
export type SealedWallet = WalletId & {
  /** Its data key, wrapped. */
  readonly dek: Buffer
  readonly seed: Buffer
  readonly eip155: string
  readonly solana: string
}

/** Keys of 32 bytes that a data key is locked with, besides the host's wrapping key. Their owner overwrites them. */
export type Locks = {
  /** Of a sealed wallet: its owner's own. */
  readonly userKey?: Buffer | undefined
  /** Of a split wallet: the one that share holders keep, see split/split.ts. */
  readonly splitKey?: Buffer | undefined
}

/**
 * The context that a wrapped data key is bound to: its wallet's row, or the keys that are kept while a seal can be
 * undone.
 */
export type DekPlace = { readonly use: 'dek' | 'kept dek'; readonly wallet: WalletId }

export type Rewrap = {
  readonly dek: Buffer
  /** Its locks that are removed. */
  readonly from: DekPlace & { readonly locks?: Locks | undefined }
  /** Those that are added. */
  readonly to: DekPlace & { readonly locks?: Locks | undefined }
}

type Opening = { readonly wallet: SealedWallet; readonly locks: Locks }

/**
 * The only part of custody that sees wallets' secrets: seeds, data keys, and the key that wraps these. Each call takes sealed bytes with the
 * place that they belong to, and returns sealed bytes or public data. Implemented in custody's own process ({@link createKeyHost}) and in
 * a separate one (serveKeyHost.ts), which may run in an enclave.
 *
 * All calls reject if the bytes are another wallet's, another version's, or changed.
 */
export type KeyHost = {
  /** Creates a wallet of 128 random bits, sealed under its own data key. */
  readonly createWallet: (options: {
    readonly wallet: WalletId
    readonly locks: Locks
  }) => Promise<{ readonly dek: Buffer; readonly seed: Buffer; readonly accounts: Accounts }>
  /**
   * Returns the public key to which a page encrypts a recovery phrase for {@link KeyHost.importWallet}. It works only
   * for the import that `purpose` identifies.
   */
  readonly importKey: (options: { readonly purpose: string }) => Promise<DeviceKey>
  /**
   * Creates a wallet from a recovery phrase of 12 or 24 words. Throws InvalidRequestError, which quotes no word, if the
   * phrase is invalid or was encrypted for another purpose.
   */
  readonly importWallet: (options: {
    readonly wallet: WalletId
    readonly locks: Locks
    readonly purpose: string
    readonly phrase: SealedPhrase
  }) => Promise<{ readonly dek: Buffer; readonly seed: Buffer; readonly accounts: Accounts }>
  /**
   * Creates a wallet of a private key of EVM or Solana, for the account of that namespace, and of another wallet of its user, for all others.
   * Throws InvalidRequestError, which quotes nothing of the key, if it is invalid, or was encrypted for another purpose.
   */
  readonly importAccount: (options: {
    readonly wallet: WalletId
    readonly locks: Locks
    readonly from: Opening
    readonly purpose: string
    /** The key, as text. */
    readonly phrase: SealedPhrase
  }) => Promise<{ readonly dek: Buffer; readonly seed: Buffer; readonly accounts: Accounts }>
  /** Reads the request from scratch, and signs it if it is the expected one. Throws InvalidRequestError as {@link signRequest}. */
  readonly sign: (options: Opening & Omit<SignRequestOptions, 'entropy' | 'selfCustody'>) => Promise<unknown>
  /**
   * Encrypts the recovery phrase to a key of the window that shows it, and on further lines the imported keys, each after its namespace.
   * Throws InvalidRequestError if that is not a point on the curve.
   */
  readonly exportTo: (options: Opening & { readonly key: DeviceKey }) => Promise<SealedPhrase>
  /** Wraps the data key of a wallet under the current wrapping key, for another place of the same wallet, or with other locks. */
  readonly rewrap: (options: Rewrap) => Promise<Buffer>
  /** The accounts of a wallet, from its seed. */
  readonly readAccounts: (options: Opening) => Promise<Accounts>
  /** Rejects unless the wallet opens, and its seed gives its addresses. */
  readonly verify: (options: Opening) => Promise<void>
}

/** The keys that open wallets, besides their locks. */
export type HostKeys = {
  readonly instance: string
  readonly keys: { readonly wrap: RotatingKey }
}

/** Connects the keys of a database to a host: in this process, or elsewhere, where only the instance matters. */
export type OpenKeyHost = (host: HostKeys) => KeyHost

/** Opens wallets in this process, with the keys of now. */
export function createKeyHost(host: HostKeys): KeyHost {
  return {
    createWallet: async (options) => sealSeed(host, { ...options, secret: randomBytes(16) }),
    importKey: async ({ purpose }) => toWindowKey(toImportSecret(host, purpose, host.keys.wrap.current)),
    importWallet: async ({ purpose, phrase, ...options }) =>
      sealSeed(host, { ...options, secret: readPhrase(openImport(host, { purpose, phrase })) }),
    importAccount: async ({ purpose, phrase, from, wallet, locks }) => {
      if (from.wallet.user_id !== wallet.user_id || from.wallet.project !== wallet.project)
        throw new Error('A seed stays with its user.')
      const plain = openImport(host, { purpose, phrase })
      const imported = parsePrivateKey(plain.toString())
      plain.fill(0)
      try {
        return await openSecret(host, from, (secret) =>
          sealSeed(host, { wallet, locks, secret: addKey(secret, imported) }),
        )
      } finally {
        imported.key.fill(0)
      }
    },
    sign: ({ canonical, expected, ...opening }) =>
      openSecret(host, opening, (secret) => signRequest({ canonical, entropy: secret, expected })),
    exportTo: ({ key, ...opening }) =>
      openSecret(host, opening, (secret) =>
        sealToWindow(key, { plain: Buffer.from(toExport(secret)), purpose: 'export' }),
      ),
    rewrap: async ({ dek, from, to }) => {
      const { id, user_id, project } = from.wallet
      if (to.wallet.id !== id || to.wallet.user_id !== user_id || to.wallet.project !== project)
        throw new Error('A data key stays with its wallet.')
      const inner = unwrap(host, from, dek)
      try {
        return wrap(host, { to, dek: inner })
      } finally {
        inner.fill(0)
      }
    },
    readAccounts: (opening) => openSecret(host, opening, (secret) => deriveAccounts(secret)),
    verify: (opening) => openSecret(host, opening, () => undefined),
  }
}

/** The recovery phrase, and a line for each imported key. */
function toExport(secret: Uint8Array): string {
  const { entropy, imported } = readSecret(secret)
  const keys = imported.map((one) => `${one.namespace} ${formatPrivateKey(one)}`)
  return [entropyToMnemonic(entropy, wordlist), ...keys].join('\n')
}

/** Seals a new wallet under its own data key. Overwrites the secret. */
function sealSeed(
  host: HostKeys,
  { wallet, locks, secret }: { readonly wallet: WalletId; readonly locks: Locks; readonly secret: Uint8Array },
): { readonly dek: Buffer; readonly seed: Buffer; readonly accounts: Accounts } {
  const dek = randomBytes(dekSize)
  try {
    return {
      seed: seal(dek, { plain: secret, place: toPlace(host, 'seed', wallet) }),
      dek: wrap(host, { to: { use: 'dek', wallet, locks }, dek }),
      accounts: deriveAccounts(secret),
    }
  } finally {
    secret.fill(0)
    dek.fill(0)
  }
}

function toImportSecret({ instance }: HostKeys, purpose: string, { key }: KeyVersion): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.from(instance), `latchkey/import key/1/${purpose}`, 32))
}

/** The wrapping key may have been rotated since the page has asked for the import key. */
function openImport(
  host: HostKeys,
  { purpose, phrase }: { readonly purpose: string; readonly phrase: SealedPhrase },
): Buffer {
  for (const version of host.keys.wrap.all.toReversed()) {
    const plain = openFromWindow(toImportSecret(host, purpose, version), { phrase, purpose: 'import' })
    if (plain) return plain
  }
  throw new InvalidRequestError('This page is out of date. Reload it and try again.')
}

/** Converts words to their entropy: 16 or 32 bytes. [BIP-39] */
function readPhrase(plain: Buffer): Uint8Array {
  const words = plain.toString().normalize('NFKD').trim().toLowerCase().split(/\s+/)
  plain.fill(0)
  if (words.length !== 12 && words.length !== 24)
    throw new InvalidRequestError(`A recovery phrase has 12 or 24 words; this one has ${words.length}.`)
  const unknown = words.findIndex((word) => !wordlist.includes(word))
  if (unknown >= 0)
    throw new InvalidRequestError(`Word ${unknown + 1} isn’t a word of recovery phrases. Check its spelling.`)
  try {
    return mnemonicToEntropy(words.join(' '), wordlist)
  } catch (cause) {
    throw new InvalidRequestError('These words don’t belong together. Check each word and their order.', { cause })
  }
}

const dekSize = 32

/** Bytes that sealing adds: nonce and tag. */
const sealSize = 28

/** Bytes of the wrapping key's id; not in rows from before keys had ids. */
const keyIdSize = 8

/** Prefix of data that is locked with a split key. */
const splitMark = Buffer.from('split key v1')

/** Bytes that each lock adds to a data key: its length says which ones there are. */
const lockSizes = { userKey: sealSize, splitKey: splitMark.byteLength + sealSize } as const

/** Whether the owner's own key is required besides the host's: an authentic row says so by the length of its data key. */
export function isSealed(wallet: Pick<SealedWallet, 'dek'>): boolean {
  return hasLock(wallet, 'userKey')
}

/** Whether a share holder's key is required besides the host's. Like {@link isSealed}. */
export function isSplit(wallet: Pick<SealedWallet, 'dek'>): boolean {
  return hasLock(wallet, 'splitKey')
}

function hasLock({ dek }: Pick<SealedWallet, 'dek'>, lock: keyof Locks): boolean {
  const added = dek.byteLength - sealSize - dekSize
  const { userKey, splitKey } = lockSizes
  const sizes = [lockSizes[lock], userKey + splitKey]
  return sizes.some((size) => added === size || added === size + keyIdSize)
}

/**
 * Opens a wallet while `work` runs, and overwrites its secrets. Throws if it is the wrong wallet, or its addresses don't match its seed.
 */
export async function openSecret<value>(
  host: HostKeys,
  { wallet, locks }: Opening,
  work: (secret: Uint8Array) => Promise<value> | value,
): Promise<value> {
  const dek = unwrap(host, { use: 'dek', wallet, locks }, wallet.dek)
  try {
    if (dek.byteLength !== dekSize) throw new Error('A wallet is locked with a key that is missing.')
    const secret = unseal(dek, { sealed: wallet.seed, place: toPlace(host, 'seed', wallet) })
    try {
      // those on Bitcoin are derived where they sign, and then have to be those of the coins
      const { eip155, solana } = deriveAccounts(secret, { hasBitcoin: false })
      if (eip155 !== wallet.eip155 || solana !== wallet.solana)
        throw new Error('The addresses of a wallet are not its own.')
      return await work(secret)
    } finally {
      secret.fill(0)
    }
  } finally {
    dek.fill(0)
  }
}

/** Adds locks to a data key, the split key first, then the host's wrap. */
function wrap(host: HostKeys, { to, dek }: { readonly to: Rewrap['to']; readonly dek: Buffer }): Buffer {
  const { wallet, locks = {} } = to
  let inner = dek
  for (const name of ['splitKey', 'userKey'] as const) {
    const key = locks[name]
    if (key) inner = addLock(name, key, { plain: inner, place: toLockPlace(host, name, wallet) })
  }
  return seal(host.keys.wrap, { plain: inner, place: toDekPlace(host, to) })
}

/** Removes the host's wrap, then the given locks. Returns the data key, locked with any remaining locks. */
function unwrap(host: HostKeys, { locks = {}, ...from }: Rewrap['from'], dek: Buffer): Buffer {
  const { wallet } = from
  const { userKey, splitKey } = locks
  const open = (name: keyof Locks, sealed: Buffer): Buffer => {
    const key = locks[name]
    return key ? removeLock(name, key, { sealed, place: toLockPlace(host, name, wallet) }) : sealed
  }
  const inner = unseal(host.keys.wrap, { sealed: dek, place: toDekPlace(host, from) })
  // a wallet may have been sealed before or after it was split
  if (!userKey || !splitKey || !startsWithMark(inner)) return open('splitKey', open('userKey', inner))
  return open('userKey', open('splitKey', inner))
}

function addLock(
  name: keyof Locks,
  key: Buffer,
  { plain, place }: { readonly plain: Buffer; readonly place: Place },
): Buffer {
  const sealed = seal(key, { plain, place })
  return name === 'splitKey' ? Buffer.concat([splitMark, sealed]) : sealed
}

function startsWithMark(bytes: Buffer): boolean {
  return bytes.subarray(0, splitMark.byteLength).equals(splitMark)
}

function removeLock(
  name: keyof Locks,
  key: Buffer,
  { sealed, place }: { readonly sealed: Buffer; readonly place: Place },
): Buffer {
  if (name === 'userKey') return unseal(key, { sealed, place })
  if (!startsWithMark(sealed)) throw new Error('A split key was given for a wallet that another lock closes.')
  return unseal(key, { sealed: sealed.subarray(splitMark.byteLength), place })
}

type Owner = Omit<WalletId, 'version'>

function toPlace({ instance }: HostKeys, purpose: string, { id, user_id, project }: Owner): Place {
  return [purpose, instance, project, user_id, id]
}

function toLockPlace({ instance }: HostKeys, lock: keyof Locks, { id, user_id }: Owner): Place {
  return [lock === 'userKey' ? 'sealed dek' : 'split dek', instance, user_id, id]
}

function toDekPlace(host: HostKeys, { use, wallet }: DekPlace): Place {
  // rows of older backups don't have the column
  const version = use === 'dek' ? (wallet.version ?? null) : null
  return [...toPlace(host, use, wallet), ...(version === null ? [] : [String(version)])]
}
