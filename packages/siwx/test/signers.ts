import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { CaipNetworkId, Siwx, SiwxSession } from '@latchkey/core'
import { Signer } from 'bip322-js'
import { encodeBase58 } from 'ethers'
import { privateKeyToAccount } from 'viem/accounts'

/** A wallet with one account and its own key. */
export type TestSigner = {
  readonly address: string
  readonly chainId: CaipNetworkId
  readonly sign: (message: string) => Promise<string>
}

export function createEvmSigner(last = 1): TestSigner {
  const account = privateKeyToAccount(`0x${last.toString(16).padStart(64, '0')}`)
  return { address: account.address, chainId: 'eip155:1', sign: (message) => account.signMessage({ message }) }
}

export function createSolanaSigner(last = 1): TestSigner {
  const seed = Buffer.alloc(32, last)
  const key = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const bytes = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  return {
    address: toBase58(bytes),
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    sign: async (message) => toBase58(sign(null, Buffer.from(message), key)),
  }
}

export function createBitcoinSigner(): TestSigner {
  const key = 'L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k'
  const address = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
  return {
    address,
    chainId: 'bip122:000000000019d6689c085ae165831e93',
    sign: async (message) => String(Signer.sign(key, address, message)),
  }
}

/** Requests a message and signs it, as core does. The caller adds the session. */
export async function signWith(siwx: Siwx, { address, chainId, sign }: TestSigner): Promise<SiwxSession> {
  const made = await siwx.createMessage({ accountAddress: address, chainId })
  const message = made.toString()
  const { toString: _, ...data } = made
  return { data, message, signature: await sign(message) }
}

/** ethers drops leading zeros, so the keys and signatures of these tests have none. */
function toBase58(bytes: Uint8Array): string {
  return encodeBase58(bytes)
}
