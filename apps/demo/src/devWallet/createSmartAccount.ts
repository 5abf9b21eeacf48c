import {
  type Address,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  type LocalAccount,
  parseAbi,
  serializeErc6492Signature,
  toPrefixedMessage,
} from 'viem'
import { privateKeyToAccount, toAccount } from 'viem/accounts'

const factoryAbi = parseAbi([
  'function createAccount(address owner, bytes32 salt) returns (address)',
  'function getAddress(address owner, bytes32 salt) view returns (address)',
])
const salt: Hex = `0x${'0'.repeat(64)}`

export type SmartAccountOptions = {
  /** Of the owner. */
  readonly key: Hex
  readonly factory: Address
  /** Where the account will be: the same on every chain that has the factory. */
  readonly address: Address
  readonly getChainId: () => number
}

/** How the factory is asked where the account of an owner will be. */
export function toAddressCall(key: Hex): Hex {
  const owner = privateKeyToAccount(key).address
  return encodeFunctionData({ abi: factoryAbi, functionName: 'getAddress', args: [owner, salt] })
}

/**
 * A contract account that is not deployed yet. Its owner signs for it, for this account and chain only (ERC-7739), and each
 * signature brings what deploys it (ERC-6492).
 */
export function createSmartAccount({ key, factory, address, getChainId }: SmartAccountOptions): LocalAccount {
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
