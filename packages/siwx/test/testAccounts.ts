import { createPrivateKey, sign } from 'node:crypto'
import type { CaipNetworkId, NetworkInput } from '@latchkey/core'
import { devPrivateKey, solanaDevKeypair } from '@latchkey/devnet'
import { Signer } from 'bip322-js'
import { privateKeyToAccount } from 'viem/accounts'

/** An account that signs like the wallets of its namespace. */
export type TestAccount = {
  readonly chainId: CaipNetworkId
  readonly address: string
  readonly sign: (message: string) => Promise<string>
}

export function createEvmAccount(index = 0, chainId: CaipNetworkId = 'eip155:31337'): TestAccount {
  const account = privateKeyToAccount(devPrivateKey(index))
  return { chainId, address: account.address, sign: (message) => account.signMessage({ message }) }
}

export function createSolanaAccount(index = 0): TestAccount {
  const { address, secretKey } = solanaDevKeypair(index)
  // PKCS #8 (RFC 8410): a fixed prefix and the 32-byte seed
  const head = Buffer.from('302e020100300506032b657004220420', 'hex')
  const der = Buffer.concat([head, secretKey.slice(0, 32)])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { chainId: solanaMainnet, address, sign: async (message) => toBase58(sign(null, Buffer.from(message), key)) }
}

/** The key and SegWit address of BIP-322's examples. */
export function createBitcoinAccount(): TestAccount {
  const wif = 'L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k'
  const address = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
  const toText = (signature: string | Buffer): string =>
    typeof signature === 'string' ? signature : signature.toString('base64')
  return { chainId: bitcoinMainnet, address, sign: async (message) => toText(Signer.sign(wif, address, message)) }
}

const solanaMainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoinMainnet = 'bip122:000000000019d6689c085ae165831e93'

const toNetwork = (caipNetworkId: CaipNetworkId, url: string): NetworkInput => {
  const [chainNamespace = '', id = ''] = caipNetworkId.split(':')
  const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 9 }
  const rpcUrls = { default: { http: [url] } }
  const parts = { id, name: `Network ${id}`, nativeCurrency, rpcUrls, caipNetworkId }
  return { ...parts, chainNamespace } as NetworkInput
}

/** Networks for test accounts. `rpcUrl` is for the EVM networks. Default: nothing responds there. */
export function createTestNetworks(rpcUrl = 'http://127.0.0.1:9'): readonly NetworkInput[] {
  const evm = (['eip155:31337', 'eip155:31338'] as const).map((id) => toNetwork(id, rpcUrl))
  return [...evm, toNetwork(solanaMainnet, rpcUrl), toNetwork(bitcoinMainnet, rpcUrl)]
}

function toBase58(bytes: Uint8Array): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = `${alphabet[Number(rest % 58n)]}${text}`
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros) + text
}
