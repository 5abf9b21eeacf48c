import { type Address, type Hex, namehash, parseAbi, zeroAddress } from 'viem'
import { normalize } from 'viem/ens'
import type { Node } from '../chains/createNode.js'
import { isRevert } from '../evm/isRevert.js'
import { readContract } from '../evm/readContract.js'
import { GatewayFault } from '../http/GatewayFault.js'
import type { Identity } from './identity.js'

const abi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function name(bytes32 node) view returns (string)',
  'function addr(bytes32 node) view returns (address)',
  'function text(bytes32 node, string key) view returns (string)',
])

/**
 * The name that an address bears in a registry of ENS, where the name also stands for the address, and its picture where that is
 * of https. Undefined where it bears none.
 */
export async function readEnsIdentity(
  node: Node,
  {
    registry,
    address,
    signal,
  }: { readonly registry: Address; readonly address: Address; readonly signal: AbortSignal },
): Promise<Identity | undefined> {
  const findResolver = (hash: Hex): Promise<string> =>
    orNothing(readContract(node, { to: registry, abi, functionName: 'resolver', args: [hash], signal }))
  const reverse = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`)
  const reverseResolver = await findResolver(reverse)
  if (!isContract(reverseResolver)) return undefined
  const name = await orNothing(
    readContract(node, { to: reverseResolver, abi, functionName: 'name', args: [reverse], signal }),
  )
  if (!isNormal(name)) return undefined
  const forward = namehash(name)
  const to = await findResolver(forward)
  if (!isContract(to)) return undefined
  const owner = await orNothing(readContract(node, { to, abi, functionName: 'addr', args: [forward], signal }))
  if (owner.toLowerCase() !== address.toLowerCase()) return undefined
  const avatar = await orNothing(
    readContract(node, { to, abi, functionName: 'text', args: [forward, 'avatar'], signal }),
  )
  return { name, avatar: /^https:\/\/[^\s"'<>]{1,500}$/.test(avatar) && URL.canParse(avatar) ? avatar : null }
}

/** Empty where the contract has nothing of the kind. */
async function orNothing(read: Promise<string>): Promise<string> {
  try {
    return await read
  } catch (cause) {
    if (isRevert(cause) || (cause instanceof GatewayFault && cause.code === 'NOT_A_CONTRACT')) return ''
    throw cause
  }
}

function isContract(address: string): address is Address {
  return address !== '' && address !== zeroAddress
}

/** Names that only look like others have another normal form (ENSIP-15). */
function isNormal(name: string): boolean {
  try {
    return name !== '' && name.length <= 255 && normalize(name) === name
  } catch {
    return false
  }
}
