import {
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  parseAbi,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import type { EvmCall, SummaryWarning } from '../../protocol/summary.js'
import { nameCall } from './nameCall.js'

/** Amounts from here on exceed any token's supply: apps use the max value of 256, 160 or 96 bits. */
const unlimitedFrom = 2n ** 95n

export function isUnlimited(amount: bigint): boolean {
  return amount >= unlimitedFrom
}

/** [EIP-20] [EIP-721] [EIP-1155], and two functions of OpenZeppelin's ERC-20. */
const standards = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function decreaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool isAllowed)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
])

const selectors: readonly string[] = standards.map((one) => toFunctionSelector(one))

/**
 * Whether data begins like a call of a standard function, and can't be read as one. Contracts take encodings that are not canonical, so
 * this would move something unseen, past every policy.
 */
export function isDisguised(data: Hex): boolean {
  return selectors.includes(data.slice(0, 10)) && readStandard(zeroAddress, data) === null
}

/**
 * Decodes a call of a standard function, if the data begins with its canonical encoding. Names other calls by their selector.
 */
export function decodeCall(to: Address, data: Hex): EvmCall {
  if (data === '0x') return { type: 'none' }
  const standard = readStandard(to, data)
  if (standard) return standard
  const named = nameCall(data)
  return { type: 'unknown', selector: data.slice(0, 10), ...(named && { named }) }
}

function readStandard(to: Address, data: Hex): EvmCall | null {
  const call = decodeStandard(data)
  if (!call) return null
  switch (call.functionName) {
    case 'transfer':
      return { type: 'transfer', token: to, to: call.args[0], amount: call.args[1].toString() }
    case 'transferFrom': {
      const [from, target, amount] = call.args
      return { type: 'transferFrom', token: to, from, to: target, amount: amount.toString() }
    }
    case 'approve':
    case 'increaseAllowance':
    case 'decreaseAllowance': {
      const [spender, amount] = call.args
      const type = call.functionName
      return { type, token: to, spender, amount: amount.toString(), isUnlimited: isUnlimited(amount) }
    }
    case 'setApprovalForAll':
      return { type: 'approveAll', collection: to, operator: call.args[0], isAllowed: call.args[1] }
    case 'safeTransferFrom': {
      const [from, target, id] = call.args
      const amount = call.args.length === 5 ? call.args[3] : 1n
      const items = [{ id: id.toString(), amount: amount.toString() }]
      return { type: 'itemTransfer', collection: to, from, to: target, items }
    }
    case 'safeBatchTransferFrom': {
      const [from, target, ids, amounts] = call.args
      if (ids.length !== amounts.length) return null
      const items = ids.map((id, index) => ({ id: id.toString(), amount: (amounts[index] ?? 0n).toString() }))
      return { type: 'itemTransfer', collection: to, from, to: target, items }
    }
    default:
      return call satisfies never
  }
}

/**
 * Decodes a standard call; null if encoding it again gives other bytes. Bytes after it are ignored, as contracts do:
 * apps append their attribution. [ERC-8021]
 */
function decodeStandard(data: Hex): ReturnType<typeof decodeFunctionData<typeof standards>> | null {
  try {
    const call = decodeFunctionData({ abi: standards, data })
    return data.startsWith(encodeFunctionData({ abi: standards, ...call })) ? call : null
  } catch {
    return null // another selector, or too few bytes
  }
}

const burnAddresses = [zeroAddress, '0x000000000000000000000000000000000000dEaD']

/** Finds the warnings about a call. */
export function findCallWarnings(
  call: EvmCall,
  { to, value }: { readonly to: string | null; readonly value: bigint },
): readonly SummaryWarning[] {
  switch (call.type) {
    case 'create':
      return ['contractCreation']
    case 'unknown':
      return [call.named ? 'namedCall' : 'unknownCall']
    case 'none':
      return value > 0n && to !== null && burnAddresses.includes(to) ? ['burn'] : []
    case 'transfer':
    case 'transferFrom':
      return [...burnAddresses, call.token].includes(call.to) ? ['burn'] : []
    case 'itemTransfer':
      return [...burnAddresses, call.collection].includes(call.to) ? ['burn'] : []
    case 'approve':
    case 'increaseAllowance':
      return call.isUnlimited ? ['unlimitedAllowance'] : []
    case 'approveAll':
      return call.isAllowed ? ['allItems'] : []
    case 'decreaseAllowance':
      return []
    default:
      return call satisfies never
  }
}
