import {
  type AbiFunction,
  type AbiParameter,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  parseAbi,
  size,
  slice,
  toFunctionSelector,
} from 'viem'
import type { NamedCall, TypedDataNode } from '../../protocol/summary.js'
import { knownFunctions } from './knownFunctions.js'

/** By selector. */
const functions: { readonly [selector: string]: AbiFunction } = Object.fromEntries(
  parseAbi(knownFunctions).flatMap((item) => (item.type === 'function' ? [[toFunctionSelector(item), item]] : [])),
)

/** More fields than a person can read: the rest is counted, or left to the raw data. */
const maxNodes = 200
const maxItems = 20
const maxDepth = 3
/** Characters. */
const maxText = 300
const maxBytes = 64

/**
 * Names a call and its arguments by its selector, if the data is exactly the canonical encoding for a known function.
 * Only a guess: the contract decides its actual effect.
 */
export function nameCall(data: Hex): NamedCall | undefined {
  let left = maxNodes

  const decode = (bytes: Hex, depth: number): NamedCall | undefined => {
    const item = functions[bytes.slice(0, 10)]
    const values = item && depth < maxDepth ? decodeValues(item, bytes) : undefined
    if (!item || !values) return undefined
    return { name: item.name, args: item.inputs.map((input, index) => toNode(input, values[index], depth)) }
  }

  const toNode = ({ name = '', ...input }: AbiParameter, value: unknown, depth: number): TypedDataNode => {
    const { type } = input
    left -= 1
    if (left < 0) return { name, type: 'string', value: '…' }
    const [, item] = /^(.*)\[\d*\]$/.exec(type) ?? []
    if (item !== undefined)
      return { name, type, children: toItems({ ...input, type: item }, value as unknown[], depth) }
    if ('components' in input) {
      const fields = value as { readonly [name: string]: unknown }
      const children = input.components.map((field) => toNode(field, fields[field.name ?? ''], depth))
      return { name, type, children }
    }
    const inner = type === 'bytes' ? decode(value as Hex, depth + 1) : undefined
    if (inner) return { name, type, children: [{ name: inner.name, type: 'function', children: inner.args }] }
    return { name, type, value: type === 'bytes' ? shortenBytes(value as Hex) : shorten(String(value)) }
  }

  const toItems = (item: AbiParameter, values: readonly unknown[], depth: number): readonly TypedDataNode[] => {
    const shown = values
      .slice(0, Math.min(maxItems, Math.max(0, left)))
      .map((value, index) => toNode({ ...item, name: `${index + 1}.` }, value, depth))
    const more = values.length - shown.length
    return more === 0 ? shown : [...shown, { name: '…', type: 'string', value: `${more} more` }]
  }

  return decode(data, 0)
}

/** Undefined if encoding the values again gives other bytes. */
function decodeValues(item: AbiFunction, data: Hex): readonly unknown[] | undefined {
  try {
    const { args = [] } = decodeFunctionData({ abi: [item], data })
    return encodeFunctionData({ abi: [item], args }) === data ? (args as readonly unknown[]) : undefined
  } catch {
    return undefined // too few bytes, or values that are out of range
  }
}

function shorten(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text
}

function shortenBytes(bytes: Hex): string {
  const length = size(bytes)
  return length > maxBytes ? `${slice(bytes, 0, maxBytes)}… (${length} bytes)` : bytes
}
