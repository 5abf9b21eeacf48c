import { loadModule, type TokenFacts } from '@latchkey/core'
import type { ChainRequest } from '../chain/chainFeatures.js'
import type { Rpc } from '../rpc/createRpc.js'
import { programs } from '../transaction/programs.js'
import { readAccounts, readMint } from './readMint.js'

/** The kind of the account, the authority and the mint come before the texts. */
const textsAt = 65
const longest = 100

/**
 * What a token says of itself: its mint, and the metadata (Metaplex) of it. One without metadata is called by the beginning of
 * its address. Throws `INVALID_PARAMS` where there is no token at the address.
 */
export async function readToken(
  rpc: Rpc,
  { address, ...request }: ChainRequest & { readonly address: string },
): Promise<TokenFacts> {
  const { decimals } = await readMint(rpc, request, address)
  const { toMetadataAccount } = await loadModule(() => import('./toMetadataAccount.js'))
  const [metadata] = await readAccounts(rpc, request, [toMetadataAccount(address)])
  const [name, symbol] = metadata?.program === programs.metadata ? readTexts(metadata.data) : []
  const short = address.slice(0, 6)
  return { name: name || symbol || short, symbol: symbol || short, decimals }
}

/** Name and symbol: each its length in four bytes, lowest first, and its text, filled up with zeros. */
function readTexts(data: Uint8Array): readonly [string, string] {
  const [name, next] = readText(data, textsAt)
  return [name, readText(data, next)[0]]
}

function readText(data: Uint8Array, at: number): readonly [string, number] {
  const length = data.slice(at, at + 4).reduceRight((sum, byte) => sum * 256 + byte, 0)
  const end = at + 4 + Math.min(length, data.length)
  const text = new TextDecoder().decode(data.slice(at + 4, end))
  return [text.replace(/\0/g, '').trim().slice(0, longest), end]
}
