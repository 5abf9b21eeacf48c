import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64, hex } from '@scure/base'
import { callRpc } from '../../callRpc.js'
import { callMethod, type SignMethods } from '../callMethod.js'
import type { ChainSigner, SignRequest } from '../chainSigner.js'
import { WalletRefusal } from '../WalletRefusal.js'
import type { WalletKeys } from '../walletKeys.js'
import type { WalletNetworks } from '../walletNetworks.js'
import { signSolanaTransaction } from './signSolanaTransaction.js'

export type CreateSolanaSignerOptions = {
  readonly keys: WalletKeys['solana']
  readonly network: NonNullable<WalletNetworks['solana']>
}

/** Signs and sends on Solana, by the methods of WalletConnect's RPC reference. */
export function createSolanaSigner({ keys, network }: CreateSolanaSignerOptions): ChainSigner {
  const pairs = keys.map((text) => {
    const key = hex.decode(text)
    return { key, address: base58.encode(ed25519.getPublicKey(key)) }
  })
  const getKey = (claimed: string | undefined, { address }: SignRequest): Uint8Array => {
    const pair = pairs.find((one) => one.address === address)
    if (!pair || (claimed !== undefined && claimed !== address))
      throw new WalletRefusal(4_100, 'The account is not the one that the wallet shows to this app.')
    return pair.key
  }
  const sign = (transaction: string, request: SignRequest): { transaction: string; signature: string } => {
    const key = getKey(undefined, request)
    const signed = signSolanaTransaction(base64.decode(transaction), key)
    return { transaction: base64.encode(signed.transaction), signature: base58.encode(signed.signature) }
  }

  const methods: SignMethods = {
    solana_signMessage: async (request) => {
      const { message, pubkey } = request.params as { readonly message: string; readonly pubkey?: string }
      const key = getKey(pubkey, request)
      return { signature: base58.encode(ed25519.sign(base58.decode(message), key)) }
    },
    solana_signTransaction: async (request) =>
      sign((request.params as { readonly transaction: string }).transaction, request),
    solana_signAllTransactions: async (request) => {
      const { transactions } = request.params as { readonly transactions: readonly string[] }
      return { transactions: transactions.map((transaction) => sign(transaction, request).transaction) }
    },
    solana_signAndSendTransaction: async (request) => {
      const given = request.params as { readonly transaction: string; readonly sendOptions?: object }
      const signed = sign(given.transaction, request)
      const options = { ...given.sendOptions, encoding: 'base64' }
      const params = [signed.transaction, options]
      return { signature: await callRpc({ url: network.rpcUrl, method: 'sendTransaction', params }) }
    },
    solana_getAccounts: async ({ address }) => [{ pubkey: address }],
    solana_requestAccounts: async ({ address }) => [{ pubkey: address }],
  }
  const [first, ...others] = pairs.map(({ address }) => address)
  if (first === undefined) throw new Error('A wallet has a key.')
  return {
    namespace: 'solana',
    addresses: [first, ...others],
    methods: Object.keys(methods),
    answer: (request) => callMethod(methods, request),
  }
}
