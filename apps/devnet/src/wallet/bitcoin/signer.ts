import { hex } from '@scure/base'
import {
  type ChainSigner,
  callMethod,
  type SignMethods,
  type SignRequest,
  type WalletKeys,
  type WalletNetworks,
  WalletRpcError,
} from '../signer.js'
import { type BitcoinKey, createBitcoinKey } from './key.js'
import { signBitcoinMessage } from './messages.js'
import { type InputToSign, signBitcoinPsbt } from './psbt.js'
import { callEsplora, sendBitcoin } from './send.js'

type CreateBitcoinSignerOptions = {
  readonly keys: WalletKeys['bip122']
  readonly network: NonNullable<WalletNetworks['bitcoin']>
}

/** Creates the Bitcoin signer, with the methods of WalletConnect's RPC reference. Apps see the payment address. */
export function createBitcoinSigner({ keys, network }: CreateBitcoinSignerOptions): ChainSigner {
  const { esploraUrl } = network
  const owned = keys.map(createBitcoinKey)
  const getKey = ({ address, params }: SignRequest): BitcoinKey => {
    const { account } = params as { readonly account?: string }
    const key = owned.find(({ payment }) => payment.address === address)
    if (!key || account !== address)
      throw new WalletRpcError(4_100, 'The wallet does not share this account with the app.')
    return key
  }

  const methods: SignMethods = {
    sendTransfer: async (request) => {
      const { recipientAddress, amount } = request.params as { recipientAddress: string; amount: string }
      if (!/^[1-9]\d{0,15}$/.test(amount))
        throw new WalletRpcError(-32_602, 'The amount must be a whole number of satoshis.')
      return {
        txid: await sendBitcoin({ key: getKey(request), esploraUrl, to: recipientAddress, sats: BigInt(amount) }),
      }
    },
    signMessage: async (request) => {
      const key = getKey(request)
      const given = request.params as {
        readonly message: string
        readonly address?: string
        readonly protocol?: string
      }
      const { message, address = request.address } = given
      const isOrdinal = address === key.ordinal.address
      if (!isOrdinal && address !== key.payment.address)
        throw new WalletRpcError(-32_602, 'The address does not belong to the account.')
      const protocol = isOrdinal || given.protocol === 'bip322' ? 'bip322' : 'ecdsa'
      return { address, signature: hex.encode(signBitcoinMessage({ key, address, message, protocol })) }
    },
    signPsbt: async (request) => {
      const given = request.params as { psbt: string; signInputs?: readonly InputToSign[]; broadcast?: boolean }
      const signed = signBitcoinPsbt({ key: getKey(request), psbt: given.psbt, inputs: given.signInputs })
      if (!given.broadcast) return { psbt: signed.toBase64() }
      const final = signed.clone().finalizeAllInputs().extractTransaction().toHex()
      return { psbt: signed.toBase64(), txid: await callEsplora(esploraUrl, '/tx', final) }
    },
    getAccountAddresses: async (request) => {
      const { pair, payment, ordinal } = getKey(request)
      const { intentions } = request.params as { readonly intentions?: readonly string[] }
      const all = [
        { address: payment.address, publicKey: hex.encode(pair.publicKey), intention: 'payment' },
        { address: ordinal.address, publicKey: hex.encode(ordinal.internal), intention: 'ordinal' },
      ]
      return all.filter(({ intention }) => !intentions || intentions.includes(intention))
    },
  }
  const [first, ...others] = owned.map(({ payment }) => payment.address)
  if (first === undefined) throw new Error('The wallet has no key.')
  return {
    namespace: 'bip122',
    addresses: [first, ...others],
    methods: Object.keys(methods),
    answer: (request) => callMethod(methods, request),
  }
}
