import { isRecord } from '@latchkey/core'
import { invalidParams, parseQuantity } from '../parameters.js'
import { type EvmContext, parseOwn } from './evmContext.js'

/** Parses `[account, chainIds?]` of `wallet_getCapabilities`. Default account: the active one. [EIP-5792] */
export function parseCapabilityQuery(params: readonly unknown[], context: EvmContext): readonly unknown[] {
  const [account = context.address, chainIds] = params
  const address = parseOwn('wallet_getCapabilities: account', account, context)
  return chainIds === undefined || chainIds === null
    ? [address]
    : [address, readList('wallet_getCapabilities: chain ids', chainIds).map((id) => parseQuantity('chain id', id))]
}

/**
 * Parses `[{ account, assetFilter?, assetTypeFilter?, chainFilter? }]` of `wallet_getAssets`. Default account: the active one.
 * [ERC-7811]
 */
export function parseAssetQuery(params: readonly unknown[], context: EvmContext): readonly unknown[] {
  const [query = {}] = params
  if (!isRecord(query)) throw invalidParams('wallet_getAssets: expected an object.')
  const { account = context.address, assetFilter, assetTypeFilter, chainFilter } = query
  if (assetFilter !== undefined && (!isRecord(assetFilter) || !Object.values(assetFilter).every(Array.isArray)))
    throw invalidParams('wallet_getAssets: assetFilter must contain lists by chain id.')
  return [
    {
      account: parseOwn('wallet_getAssets: account', account, context),
      ...(assetFilter !== undefined && { assetFilter }),
      ...(assetTypeFilter !== undefined && {
        assetTypeFilter: readList('wallet_getAssets: assetTypeFilter', assetTypeFilter),
      }),
      ...(chainFilter !== undefined && {
        chainFilter: readList('wallet_getAssets: chainFilter', chainFilter).map((id) => parseQuantity('chain id', id)),
      }),
    },
  ]
}

function readList(field: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number')) return value
  throw invalidParams(`${field}: expected a list of strings or numbers.`)
}
