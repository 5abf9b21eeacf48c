import { createWalletClient, defineChain, type Hex, hexToBigInt, http, isHex, type TypedDataDefinition } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import {
  type ChainSigner,
  callMethod,
  type SignMethods,
  type SignRequest,
  type WalletKeys,
  WalletRpcError,
} from '../signer.js'

type CreateEvmSignerOptions = {
  readonly keys: WalletKeys['eip155']
  /** RPC URL of a chain, if the wallet has it. */
  readonly getRpcUrl: (chain: string) => string | undefined
}

type EvmTransaction = {
  readonly from?: string
  readonly to?: Hex
  readonly data?: Hex
  readonly input?: Hex
  readonly value?: Hex
  readonly gas?: Hex
  readonly nonce?: Hex
}

/** Creates the EVM signer. The wallet itself adds and switches chains. */
export function createEvmSigner({ keys, getRpcUrl }: CreateEvmSignerOptions): ChainSigner {
  const [first, ...others] = keys
  const toAccount = (key: string): PrivateKeyAccount => privateKeyToAccount(`0x${key}`)
  const accounts: readonly [PrivateKeyAccount, ...PrivateKeyAccount[]] = [toAccount(first), ...others.map(toAccount)]

  const getAccount = (claimed: unknown, { address }: SignRequest): PrivateKeyAccount => {
    const account = accounts.find((one) => one.address === address)
    if (!account || typeof claimed !== 'string' || claimed.toLowerCase() !== address.toLowerCase())
      throw new WalletRpcError(4_100, 'The wallet does not share this account with the app.')
    return account
  }
  const send = async (request: SignRequest): Promise<Hex> => {
    const [transaction] = request.params as readonly [EvmTransaction]
    const account = getAccount(transaction.from, request)
    const rpcUrl = getRpcUrl(request.chain)
    if (!rpcUrl) throw new WalletRpcError(4_902, 'The wallet does not have this chain.')
    const { to, data = transaction.input, value, gas, nonce } = transaction
    const chain = defineChain({
      id: Number(request.chain.split(':')[1]),
      name: request.chain,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    })
    return createWalletClient({ account, chain, transport: http(rpcUrl) }).sendTransaction({
      ...(to && { to }),
      ...(data && { data }),
      ...(value && { value: hexToBigInt(value) }),
      ...(gas && { gas: hexToBigInt(gas) }),
      ...(nonce && { nonce: Number(nonce) }),
    })
  }

  const methods: SignMethods = {
    personal_sign: (request) => {
      const [message, address] = request.params as readonly [string, string]
      const account = getAccount(address, request)
      return account.signMessage({ message: isHex(message) ? { raw: message } : message })
    },
    eth_signTypedData_v4: (request) => {
      const [address, typedData] = request.params as readonly [string, string | TypedDataDefinition]
      const definition: TypedDataDefinition = typeof typedData === 'string' ? JSON.parse(typedData) : typedData
      return getAccount(address, request).signTypedData(definition)
    },
    eth_sendTransaction: send,
  }
  return {
    namespace: 'eip155',
    addresses: [accounts[0].address, ...accounts.slice(1).map(({ address }) => address)],
    methods: Object.keys(methods),
    answer: (request) => callMethod(methods, request),
  }
}
