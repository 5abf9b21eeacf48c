import { type Address, erc721Abi, getAddress, isAddressEqual, parseAbi } from 'viem'
import { contractCall } from '../chains/contractCall.js'
import type { ServedChain } from '../chains/createChainBook.js'
import { readMulticall } from '../chains/readMulticall.js'
import type { Nft } from './balance.js'
import { isSpam } from './isSpam.js'
import { parseTokenUri } from './parseTokenUri.js'
import type { SeenTokens } from './readSeenTokens.js'

export type ReadEvmNftsOptions = {
  readonly owner: Address
  /** That blocks tell of; those that have gone since are left out. */
  readonly seen: SeenTokens['nfts']
  readonly block: bigint
  readonly signal: AbortSignal
}

const enumerable = parseAbi(['function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)'])

/** Tokens of one collection, and of all, that are shown. */
const most = { collection: 50n, all: 200 } as const

/** What an account holds of the configured collections, where they can be counted, and what blocks tell that it was sent. */
export async function readEvmNfts(
  chain: ServedChain,
  { owner, seen, block, signal }: ReadEvmNftsOptions,
): Promise<readonly Nft[]> {
  const at = { block, signal }
  const listed = (chain.nfts ?? []).map(({ address }) => address)
  const counts = await readMulticall(chain, {
    calls: listed.map((to) => contractCall({ to, abi: erc721Abi, functionName: 'balanceOf', args: [owner] })),
    ...at,
  })
  const places = listed.flatMap((address, index) => {
    const count = counts[index] ?? 0n
    const shown = Number(count < most.collection ? count : most.collection)
    return Array.from({ length: shown }, (_, place) => ({ address, place: BigInt(place) }))
  })
  const ids = await readMulticall(chain, {
    calls: places.map(({ address: to, place }) =>
      contractCall({ to, abi: enumerable, functionName: 'tokenOfOwnerByIndex', args: [owner, place] }),
    ),
    ...at,
  })
  const counted = places.flatMap(({ address }, index) => {
    const tokenId = ids[index]
    return tokenId === undefined ? [] : [{ address, tokenId }]
  })
  const named = new Map(
    [...seen.map(({ address, tokenId }) => ({ address: getAddress(address), tokenId })), ...counted].map(
      (one) => [`${one.address}:${one.tokenId}`, one] as const,
    ),
  )
  return describe(chain, { owner, tokens: [...named.values()].slice(0, most.all), ...at })
}

type Described = Omit<ReadEvmNftsOptions, 'seen'> & {
  readonly tokens: readonly { readonly address: Address; readonly tokenId: bigint }[]
}

async function describe(chain: ServedChain, { owner, tokens, ...at }: Described): Promise<readonly Nft[]> {
  const collections = [...new Set(tokens.map(({ address }) => address))]
  const [owners, uris, names] = await Promise.all([
    readMulticall(chain, {
      calls: tokens.map(({ address: to, tokenId }) =>
        contractCall({ to, abi: erc721Abi, functionName: 'ownerOf', args: [tokenId] }),
      ),
      ...at,
    }),
    readMulticall(chain, {
      calls: tokens.map(({ address: to, tokenId }) =>
        contractCall({ to, abi: erc721Abi, functionName: 'tokenURI', args: [tokenId] }),
      ),
      ...at,
    }),
    readMulticall(chain, {
      calls: collections.map((to) => contractCall({ to, abi: erc721Abi, functionName: 'name', args: [] })),
      ...at,
    }),
  ])
  const listed = new Map((chain.nfts ?? []).map(({ address, name }) => [getAddress(address), name]))
  return tokens.flatMap(({ address, tokenId }, index) => {
    const holder = owners[index]
    if (!holder || !isAddressEqual(holder, owner)) return []
    const said = names[collections.indexOf(address)]
    const collection = listed.get(address) ?? said
    const { name, imageUrl } = parseTokenUri(uris[index])
    if (!listed.has(address) && isSpam({ name: said ?? '', symbol: name ?? '' })) return []
    return [{ address, tokenId, name: name ?? `${collection ?? ''} #${tokenId}`.trim(), collection, imageUrl }]
  })
}
