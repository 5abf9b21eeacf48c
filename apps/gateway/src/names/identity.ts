import { isAddress } from '@latchkey/core/plugin'
import { type Address, type Hex, namehash, parseAbi, zeroAddress } from 'viem'
import { normalize } from 'viem/ens'
import { isRevert, readContract } from '../chains/contracts.js'
import type { Node } from '../chains/node.js'
import type { GatewayContext } from '../context.js'
import { GatewayError } from '../errors.js'
import { type Route, type RouteResponse, toJsonResponse } from '../http/route.js'
import type { NameSettings } from './routes.js'
import { createNameStore } from './store.js'

/** What an address is called, and its picture by https. */
type Identity = { readonly name: string | null; readonly avatar: string | null }

/** Seconds that an identity may be kept. [S9.2] */
const identityMaxAge = 300

/** What an address is called: by ENS where a chain has it, else by the names that are kept here. [S7.3] */
export function createIdentityRoutes(context: GatewayContext, { zone }: NameSettings = {}): readonly Route[] {
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
  const answer: Route['answer'] = async ({ path: { address = '' }, signal }): Promise<RouteResponse> => {
    const none = { name: null, avatar: null }
    if (isAddress('eip155', address) && address.startsWith('0x')) {
      const identity = (await findEns(address as Address, signal)) ?? (await findOwn(address)) ?? none
      return toJsonResponse(identity, { maxAge: identityMaxAge })
    }
    // accounts of other chain families bear no names
    if (isAddress('solana', address) || isAddress('bip122', address))
      return toJsonResponse(none, { maxAge: identityMaxAge })
    throw new GatewayError('That is no address.', { status: 400, code: 'BAD_REQUEST' })
  }
  return [{ method: 'GET', path: '/v1/identity/{address}', answer }]
}

const ensAbi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function name(bytes32 node) view returns (string)',
  'function addr(bytes32 node) view returns (address)',
  'function text(bytes32 node, string key) view returns (string)',
])

/**
 * The name that an address bears in a registry of ENS, where the name also stands for the address, and its picture where that is
 * of https. Undefined where it bears none.
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

/** Empty where the contract has nothing of the kind. */
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

/** Names that only look like others have another normal form (ENSIP-15). */
function isNormal(name: string): boolean {
  try {
    return name !== '' && name.length <= 255 && normalize(name) === name
  } catch {
    return false
  }
}
