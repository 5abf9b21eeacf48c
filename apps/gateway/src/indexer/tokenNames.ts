import type { ClientBase } from 'pg'
import { type Address, erc20Abi } from 'viem'
import type { PinnedChain } from '../chains/chainBook.js'
import { contractCall, readMulticall } from '../chains/contracts.js'
import type { FullBlock } from './readBlocks.js'
import { toRows } from './rows.js'

/** Name, symbol and decimals that a token's contract reports. */
export type TokenName = {
  readonly address: string
  /** Empty if unknown, as is the symbol. */
  readonly name: string
  readonly symbol: string
  /** Null if unknown. */
  readonly decimals: number | null
}

type ReadTokenNamesOptions = {
  readonly chain: PinnedChain
  readonly blocks: readonly FullBlock[]
  readonly signal: AbortSignal
}

/**
 * Reads name, symbol and decimals of the tokens in the blocks that aren't known completely. A token that lacks one of them is read
 * again when it occurs after an hour. The decimals of NFTs don't matter. Stored decimals of 0 count as unknown: earlier releases stored
 * that for a call that failed.
 */
export async function readTokenNames(
  client: ClientBase,
  { chain, blocks, signal }: ReadTokenNamesOptions,
): Promise<readonly TokenName[]> {
  const transfers = blocks.flatMap((block) => toRows(block).transfers)
  const tokens = [...new Set(transfers.flatMap(({ token }) => token ?? []))]
  if (tokens.length === 0) return []
  const { rows } = await client.query<TokenName>(
    'SELECT address, name, symbol, decimals FROM chain_tokens WHERE chain = $1 AND address = ANY($2)',
    [chain.caipNetworkId, tokens],
  )
  const stored = new Map(rows.map((row) => [row.address, row]))
  const fungible = new Set(transfers.flatMap(({ token, token_id }) => (token_id === null ? (token ?? []) : [])))
  const isComplete = ({ address, name, symbol, decimals }: TokenName): boolean =>
    name !== '' && symbol !== '' && (Boolean(decimals) || !fungible.has(address))
  const asked = tokens.filter((token) => {
    const row = stored.get(token)
    return !(row && isComplete(row)) && !chain.unnamed.has(token)
  }) as Address[]
  const replies = await readMulticall<string | number>(chain, {
    calls: asked.flatMap((to) => [
      contractCall({ to, abi: erc20Abi, functionName: 'name', args: [] }),
      contractCall({ to, abi: erc20Abi, functionName: 'symbol', args: [] }),
      contractCall({ to, abi: erc20Abi, functionName: 'decimals', args: [] }),
    ]),
    signal,
  })
  return asked.flatMap((address, index) => {
    const [name, symbol, decimals] = replies.slice(3 * index, 3 * index + 3)
    const found = {
      address,
      name: cleanName(name),
      symbol: cleanName(symbol),
      decimals: isDecimals(decimals) ? decimals : null,
    }
    const isKnown = stored.has(address) || found.name !== '' || found.symbol !== '' || found.decimals !== null
    // a new token with no decimals on purpose is stored first
    if (!isComplete(found) && (stored.has(address) || found.decimals === null)) chain.unnamed.add(address)
    return isKnown ? [found] : []
  })
}

/** Whether a token can have that many decimals: an amount has at most 78 digits. */
export function isDecimals(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < 78
}

/** Characters. */
const maxNameLength = 100

/** Cleans a contract's name: removes control and bidi characters, and what a database rejects (NUL, lone surrogates). */
export function cleanName(text: unknown): string {
  if (typeof text !== 'string') return ''
  return text
    .replace(/\p{C}/gu, '')
    .trim()
    .slice(0, maxNameLength)
    .replace(/[\ud800-\udbff]$/, '')
}
