import { createPrivateKey, sign } from 'node:crypto'
import { Keypair } from '@solana/web3.js'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** The keys of a vault. */
export type TestKeys = {
  readonly evm: PrivateKeyAccount
  readonly solana: Keypair
  /** A contract controlled by the key. Only its address matters. */
  readonly smartAddress: string
  signSolana(message: Uint8Array): Uint8Array
}

/** Prefix of a PKCS #8 Ed25519 key (RFC 8410). */
const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

export function createTestKeys(): TestKeys {
  const solana = Keypair.generate()
  const key = createPrivateKey({
    key: Buffer.concat([prefix, solana.secretKey.slice(0, 32)]),
    format: 'der',
    type: 'pkcs8',
  })
  return {
    evm: privateKeyToAccount(generatePrivateKey()),
    solana,
    smartAddress: privateKeyToAccount(generatePrivateKey()).address,
    signSolana: (message) => new Uint8Array(sign(null, message, key)),
  }
}
