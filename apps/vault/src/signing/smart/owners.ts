import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  zeroAddress,
} from 'viem'
import type { SmartCall } from './calls.js'
import { encodeCreateSigner, type PasskeyKey, passkeySharedSigner, passkeySignerFactory } from './passkeyOwner.js'
import { toOwner } from './smartAccount.js'

/** Start of a Safe's linked list of owners. */
const sentinel: Address = '0x0000000000000000000000000000000000000001'

/** Any owner signs alone. */
const threshold = 1n

const abi = parseAbi([
  'function getOwners() view returns (address[])',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function removeOwner(address previous, address owner, uint256 threshold)',
  'function swapOwner(address previous, address owner, address next)',
])

/** Calldata that asks a deployed account for its owners. */
export const ownersCall: Hex = encodeFunctionData({ abi, functionName: 'getOwners' })

/** Decodes the reply to {@link ownersCall}, in the order of the account's list. Throws if it isn't one. */
export function readOwners(reply: unknown): readonly Address[] {
  if (typeof reply !== 'string') throw new TypeError('The node returned no owners')
  return decodeFunctionResult({ abi, functionName: 'getOwners', data: reply as Hex })
}

/** Whether an address can be the owner of a new account: a Safe's setup fails with any other, and the account could never be deployed. */
export function isPossibleOwner(address: Address): boolean {
  return ![zeroAddress, sentinel, passkeySharedSigner].includes(getAddress(address))
}

type OwnerChange = {
  readonly account: Address
  readonly first: PasskeyKey
  /** In the order of the account's list. */
  readonly owners: readonly Address[]
  /** The passkeys that are to own it, each of them alone. */
  readonly passkeys: readonly PasskeyKey[]
  /** Other owners that are to stay. */
  readonly others: readonly Address[]
}

/**
 * The calls by which an account makes these passkeys, and those of `others` that own it, its only owners; none if they are. A passkey's signer
 * is deployed in the same batch: an account's deployment can't do so, as it may create nothing besides the account. [ERC-7562]
 */
export function toOwnerCalls({ account, first, owners, passkeys, others }: OwnerChange): readonly SmartCall[] {
  const call = (to: Address, data: Hex): SmartCall => ({ to, value: 0n, data })
  const wanted = passkeys.map((key) => ({ key, owner: toOwner(key, first) }))
  const isKept = (owner: Address): boolean => others.includes(owner) || wanted.some((one) => one.owner === owner)
  const added = wanted.filter(({ owner }) => !owners.includes(owner))
  // the shared signer exists everywhere, and has this key from the account's creation
  const created = added.filter(({ owner }) => owner !== passkeySharedSigner)
  const left = added.map(({ owner }) => owner)
  const list = [...owners]
  const changes: SmartCall[] = []
  for (const owner of owners.filter((one) => !isKept(one))) {
    const index = list.indexOf(owner)
    const previous = list[index - 1] ?? sentinel
    const next = left.shift()
    list.splice(index, 1, ...(next ? [next] : []))
    const data = next
      ? encodeFunctionData({ abi, functionName: 'swapOwner', args: [previous, owner, next] })
      : encodeFunctionData({ abi, functionName: 'removeOwner', args: [previous, owner, threshold] })
    changes.push(call(account, data))
  }
  for (const owner of left)
    changes.push(
      call(account, encodeFunctionData({ abi, functionName: 'addOwnerWithThreshold', args: [owner, threshold] })),
    )
  return [...created.map(({ key }) => call(passkeySignerFactory, encodeCreateSigner(key))), ...changes]
}
