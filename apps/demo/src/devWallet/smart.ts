import type { EvmWallet } from '@latchkey/testing'
import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  hashTypedData,
  type LocalAccount,
  parseAbi,
  serializeErc6492Signature,
  toPrefixedMessage,
} from 'viem'
import { privateKeyToAccount, toAccount } from 'viem/accounts'
import type { DemoConfig } from '../config.js'
import { createPageWallet } from './evm.js'
import { devKeys, readKeys } from './keys.js'

/** Creates a wallet whose account is a contract that isn't deployed yet. Undefined if the chains have no factory. */
export async function createSmartWallet({ chains, accountFactory }: DemoConfig): Promise<EvmWallet | undefined> {
  const [first] = chains
  const [key] = readKeys('dev-wallet/smart-keys', devKeys.smartEvm) as readonly Hex[]
  if (!first || !accountFactory || !key) return undefined
  const address = await readAddress(first.rpcUrl, accountFactory, key)
  const getChainId = (): number => wallet.chainId
  const account = createSmartAccount({ key, factory: accountFactory, address, getChainId })
  const wallet = createPageWallet({ name: 'Smart wallet', rdns: 'dev.latchkey.smart', accounts: [account] }, chains)
  return wallet
}

async function readAddress(rpcUrl: string, factory: Address, key: Hex): Promise<Address> {
  const params = [{ to: factory, data: toAddressCall(key) }, 'latest']
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params })
  const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result } = (await response.json()) as { readonly result?: Hex }
  if (!result) throw new Error('The account factory returned no address.')
  return getAddress(`0x${result.slice(-40)}`)
}

const factoryAbi = parseAbi([
  'function createAccount(address owner, bytes32 salt) returns (address)',
  'function getAddress(address owner, bytes32 salt) view returns (address)',
])

const salt: Hex = `0x${'0'.repeat(64)}`

type SmartAccountOptions = {
  /** The owner's private key. */
  readonly key: Hex
  readonly factory: Address
  /** The account's address: the same on every chain that has the factory. */
  readonly address: Address
  readonly getChainId: () => number
}

/** Encodes the factory call that returns the address of an owner's account. */
function toAddressCall(key: Hex): Hex {
  const owner = privateKeyToAccount(key).address
  return encodeFunctionData({ abi: factoryAbi, functionName: 'getAddress', args: [owner, salt] })
}

/**
 * Creates a contract account that is not deployed yet. Its owner signs, bound to this account and chain (ERC-7739), and each
 * signature includes the deployment call (ERC-6492).
 */
function createSmartAccount({ key, factory, address, getChainId }: SmartAccountOptions): LocalAccount {
  const owner = privateKeyToAccount(key)
  const data = encodeFunctionData({ abi: factoryAbi, functionName: 'createAccount', args: [owner.address, salt] })
  const refuse = async (): Promise<Hex> => {
    throw Object.assign(new Error('This account signs messages only.'), { code: 4_200 })
  }
  return toAccount({
    address,
    signMessage: async ({ message }) => {
      const hash = hashTypedData({
        domain: { name: 'KeyAccount', version: '1', chainId: getChainId(), verifyingContract: address },
        types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
        primaryType: 'PersonalSign',
        message: { prefixed: toPrefixedMessage(message) },
      })
      return serializeErc6492Signature({ address: factory, data, signature: await owner.sign({ hash }) })
    },
    signTransaction: refuse,
    signTypedData: refuse,
  })
}
