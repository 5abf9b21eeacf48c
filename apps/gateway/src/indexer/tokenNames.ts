import type { ClientBase } from 'pg'
import { type Address, erc20Abi } from 'viem'
import type { PinnedChain } from '../chains/chainBook.js'
import { contractCall, readMulticall } from '../chains/contracts.js'
import type { FullBlock } from './readBlocks.js'
import { toRows } from './rows.js'

export type TokenName = {
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

type ReadTokenNamesOptions = {
  readonly chain: PinnedChain
  readonly blocks: readonly FullBlock[]
  readonly signal: AbortSignal
}

/** Reads name, symbol and decimals of unknown tokens in the blocks; empty and 0 if a contract has none. */
export async function readTokenNames(
  client: ClientBase,
  { chain, blocks, signal }: ReadTokenNamesOptions,
): Promise<readonly TokenName[]> {
  const tokens = [...new Set(blocks.flatMap((block) => toRows(block).transfers.flatMap(({ token }) => token ?? [])))]
  if (tokens.length === 0) return []
  const { rows } = await client.query<{ address: string }>(
    'SELECT address FROM chain_tokens WHERE chain = $1 AND address = ANY($2)',
    [chain.caipNetworkId, tokens],
  )
  const known = new Set(rows.map(({ address }) => address))
  const fresh = tokens.filter((token) => !known.has(token)) as Address[]
  const [names, symbols, decimals] = await Promise.all([
    readMulticall(chain, {
      calls: fresh.map((to) => contractCall({ to, abi: erc20Abi, functionName: 'name', args: [] })),
      signal,
    }),
    readMulticall(chain, {
      calls: fresh.map((to) => contractCall({ to, abi: erc20Abi, functionName: 'symbol', args: [] })),
      signal,
    }),
    readMulticall(chain, {
      calls: fresh.map((to) => contractCall({ to, abi: erc20Abi, functionName: 'decimals', args: [] })),
      signal,
    }),
  ])
  return fresh.map((address, index) => ({
    address,
    name: cleanName(names[index]),
    symbol: cleanName(symbols[index]),
    decimals: decimals[index] ?? 0,
  }))
}

/** Characters. */
const maxNameLength = 100

/** Cleans a contract's name: removes control and bidi characters, and what a database rejects (NUL, lone surrogates). */
export function cleanName(text = ''): string {
  return text
    .replace(/\p{C}/gu, '')
    .trim()
    .slice(0, maxNameLength)
    .replace(/[\ud800-\udbff]$/, '')
}
