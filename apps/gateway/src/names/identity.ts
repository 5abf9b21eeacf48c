import { isAddress } from '@latchkey/core/plugin'
import { type Address, type Hex, namehash, parseAbi, zeroAddress } from 'viem'
import { normalize } from 'viem/ens'
import { getIdentity, type Identity } from '../api/names.js'
import { isRevert, readContract } from '../chains/contracts.js'
import type { Node } from '../chains/node.js'
import type { GatewayContext } from '../context.js'
import { GatewayError } from '../errors.js'
import { createRoute, type Route } from '../http/route.js'
import type { NameSettings } from './routes.js'
import { createNameStore } from './store.js'

/** Serves the name of an address: from ENS if a chain has it, else from the names registered here. [S7.3] */
export function createIdentityRoute(context: GatewayContext, { zone }: NameSettings = {}): Route {
  const names = context.database && createNameStore(context.database)
  const findOwn = async (address: string): Promise<Identity | undefined> => {
    const [profile] = (await names?.findOf(address)) ?? []
    if (!profile) return undefined
    const name = zone === undefined ? profile.name : `${profile.name}.${zone}`
    return { name, avatar: profile.attributes[0]?.avatar ?? null }
  }
  const findEns = async (address: Address, signal: AbortSignal): Promise<Identity | undefined> => {
    for (const { ens, node } of context.chains.all) {
      const found = ens && (await readEnsIdentity(node, { registry: ens.registry, address, signal }))
      if (found) return found
    }
    return undefined
  }
  return createRoute(getIdentity, async ({ path: { address = '' }, signal }) => {
    const none = { name: null, avatar: null }
    if (isAddress('eip155', address) && address.startsWith('0x'))
      return (await findEns(address as Address, signal)) ?? (await findOwn(address)) ?? none
    // only EVM accounts have names
    if (isAddress('solana', address) || isAddress('bip122', address)) return none
    throw new GatewayError('Invalid address.', { status: 400, code: 'BAD_REQUEST' })
  })
}

const ensAbi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function name(bytes32 node) view returns (string)',
  'function addr(bytes32 node) view returns (address)',
  'function text(bytes32 node, string key) view returns (string)',
])

/**
 * Reads the primary name of an address from an ENS registry, if the name resolves back to the address, and its avatar, if that is
 * an https URL. Undefined without a primary name.
 */
async function readEnsIdentity(
  node: Node,
  {
    registry,
    address,
    signal,
  }: { readonly registry: Address; readonly address: Address; readonly signal: AbortSignal },
): Promise<Identity | undefined> {
  const findResolver = (hash: Hex): Promise<string> =>
    orEmpty(readContract(node, { to: registry, abi: ensAbi, functionName: 'resolver', args: [hash], signal }))
  const reverse = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`)
  const reverseResolver = await findResolver(reverse)
  if (!isContract(reverseResolver)) return undefined
  const name = await orEmpty(
    readContract(node, { to: reverseResolver, abi: ensAbi, functionName: 'name', args: [reverse], signal }),
  )
  if (!isNormal(name)) return undefined
  const forward = namehash(name)
  const to = await findResolver(forward)
  if (!isContract(to)) return undefined
  const owner = await orEmpty(readContract(node, { to, abi: ensAbi, functionName: 'addr', args: [forward], signal }))
  if (owner.toLowerCase() !== address.toLowerCase()) return undefined
  const avatar = await orEmpty(
    readContract(node, { to, abi: ensAbi, functionName: 'text', args: [forward, 'avatar'], signal }),
  )
  return { name, avatar: /^https:\/\/[^\s"'<>]{1,500}$/.test(avatar) && URL.canParse(avatar) ? avatar : null }
}

/** Returns an empty string if the contract has no such record. */
async function orEmpty(read: Promise<string>): Promise<string> {
  try {
    return await read
  } catch (cause) {
    if (isRevert(cause) || (cause instanceof GatewayError && cause.code === 'NOT_A_CONTRACT')) return ''
    throw cause
  }
}

function isContract(address: string): address is Address {
  return address !== '' && address !== zeroAddress
}

/** Rejects names that are not normalized, such as lookalikes (ENSIP-15). */
function isNormal(name: string): boolean {
  try {
    return name !== '' && name.length <= 255 && normalize(name) === name
  } catch {
    return false
  }
}
