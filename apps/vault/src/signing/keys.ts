import { createHmac, pbkdf2Sync } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { type BitcoinKeys, deriveBitcoinKeys, listKeys, toPublicKeys } from './bitcoin/accounts.js'
import { toPrivateKey } from './evm/toPrivateKey.js'
import { type ImportedNamespace, readSecret } from './importedKeys.js'
import type { SelfCustody } from './smart/passkeyOwner.js'

/** Private keys of one wallet. Callers overwrite them after use. */
export type Keys = {
  /** secp256k1, 32 bytes, at m/44'/60'/0'/0/0, or imported. [BIP-44] */
  readonly eip155: Uint8Array
  /** ed25519, 32 bytes, at m/44'/501'/0'/0', or imported. [SLIP-10] */
  readonly solana: Uint8Array
  /** Derived for requests on Bitcoin only, as it takes as long as all else together. */
  readonly bip122?: BitcoinKeys | undefined
}

export type KeyOptions = { readonly hasBitcoin?: boolean | undefined }

const hardened = 0x80000000

/**
 * Derives the keys of a wallet from its entropy, 16 bytes or for an imported one 32, on the standard paths: the recovery phrase gives the same
 * accounts in other wallets. [BIP-39] A key that was imported for an account stands in for that of the seed. Takes some milliseconds.
 * @param secret see {@link readSecret}
 */
export function deriveKeys(secret: Uint8Array, { hasBitcoin = false }: KeyOptions = {}): Keys {
  const { entropy, imported } = readSecret(secret)
  // as mnemonicToSeedSync without a passphrase, by OpenSSL, in a fifteenth of the time; English words need no normalization
  const seed = pbkdf2Sync(entropyToMnemonic(entropy, wordlist), 'mnemonic', 2_048, 64, 'sha512')
  const master = HDKey.fromMasterSeed(seed)
  // a copy, as callers overwrite it; `slice` of a Buffer would not be one
  const find = (namespace: ImportedNamespace): Uint8Array | undefined => {
    const own = imported.find((one) => one.namespace === namespace)
    return own && Uint8Array.from(own.key)
  }
  const eip155 = find('eip155') ?? master.derive("m/44'/60'/0'/0/0").privateKey
  if (!eip155) throw new Error('No key at this path')
  const solana = find('solana') ?? deriveEd25519(seed, [44, 501, 0, 0])
  const bip122 = hasBitcoin ? deriveBitcoinKeys(master) : undefined
  master.wipePrivateData()
  seed.fill(0)
  return { eip155, solana, ...(bip122 && { bip122 }) }
}

/** All steps are hardened: ed25519 has no others. [SLIP-10] */
function deriveEd25519(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest()
  for (const step of path) {
    const data = Buffer.alloc(37)
    node.copy(data, 1, 0, 32)
    data.writeUInt32BE(step + hardened, 33)
    const next = createHmac('sha512', node.subarray(32)).update(data).digest()
    node.fill(0)
    data.fill(0)
    node = next
  }
  const key = Uint8Array.from(node.subarray(0, 32))
  node.fill(0)
  return key
}

/** Derives the addresses of a wallet from its secret. Throws RangeError if that is invalid. */
export function deriveAccounts(secret: Uint8Array, options: KeyOptions = { hasBitcoin: true }): Accounts {
  const keys = deriveKeys(secret, options)
  const accounts = toAccounts(keys)
  wipe(keys)
  return accounts
}

/** Addresses of one wallet: with checksum [EIP-55], and base58. */
export type Accounts = {
  readonly eip155: `0x${string}`
  readonly solana: string
  /** Public keys, as addresses depend on the network: see {@link toPublicKeys}. Null if they weren't derived yet. */
  readonly bip122: string | null
  /** Owners of its smart account, if it isn't the key of `eip155`. */
  readonly selfCustody?: SelfCustody | undefined
}

function toAccounts(keys: Keys): Accounts {
  return {
    eip155: privateKeyToAddress(toPrivateKey(keys)),
    solana: base58.encode(ed25519.getPublicKey(keys.solana)),
    bip122: keys.bip122 ? toPublicKeys(keys.bip122) : null,
  }
}

function wipe({ eip155, solana, bip122 }: Keys): void {
  for (const key of [eip155, solana, ...(bip122 ? listKeys(bip122) : [])]) key.fill(0)
}

/** Runs with the keys of a wallet and always overwrites them afterwards. */
export async function withKeys<result>(
  secret: Uint8Array,
  run: (wallet: { readonly keys: Keys; readonly accounts: Accounts }) => Promise<result> | result,
  options: KeyOptions = {},
): Promise<result> {
  const keys = deriveKeys(secret, options)
  try {
    return await run({ keys, accounts: toAccounts(keys) })
  } finally {
    wipe(keys)
  }
}

/** A way to sign: with the wallet's keys or, for an account in self-custody, by one of its passkeys. */
export type Signing<result = unknown> =
  | {
      /** Signs the parsed request, not the received data. */
      readonly sign: (keys: Keys) => Promise<result>
      readonly passkey?: undefined
    }
  | {
      readonly sign?: undefined
      readonly passkey: {
        /** The hash that the passkey signs and the account verifies. */
        readonly challenge: Hex
        /** Completes the parsed request with the signature, in the account's encoding. */
        readonly finish: (signature: Hex) => result
      }
    }
