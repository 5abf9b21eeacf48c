import { type Address, erc721Abi, getAddress, isAddressEqual, parseAbi } from 'viem'
import { z } from 'zod'
import type { ServedChain } from '../chains/chainBook.js'
import { contractCall, readMulticall } from '../chains/contracts.js'
import type { Nft, SeenNft } from './holdings.js'
import { isSpam } from './spam.js'

const tokenMetadata = z.object({
  name: z.string().trim().min(1).max(200).optional().catch(undefined),
  image: z
    .string()
    .max(65_536)
    .regex(/^(https:\/\/|ipfs:\/\/|data:image\/)/i)
    .optional()
    .catch(undefined),
})

/**
 * Parses metadata that is part of the token's URI (`data:`). Other URLs are not fetched: a token's creator would choose what the
 * gateway requests.
 */
export function parseTokenUri(uri: string | undefined): {
  readonly name?: string | undefined
  readonly imageUrl?: string | undefined
} {
  const [, encoding, data] = /^data:application\/json(?:;(?:charset=)?[\w-]+)??(;base64)?,(.*)$/is.exec(uri ?? '') ?? []
  if (data === undefined) return {}
  try {
    const text = encoding ? Buffer.from(data, 'base64').toString() : decodeURIComponent(data)
    const { name, image } = tokenMetadata.parse(JSON.parse(text))
    return { name, imageUrl: image }
  } catch {
    return {} // invalid metadata doesn't hide the token
  }
}

type ReadEvmNftsOptions = {
  readonly owner: Address
  /** NFTs from indexed blocks; those that are gone are left out. */
  readonly seen: readonly SeenNft[]
  readonly block: bigint
  readonly signal: AbortSignal
}

const enumerableAbi = parseAbi(['function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)'])

/** NFTs per collection, and in total. */
const maxNfts = { collection: 50n, all: 200 } as const

/** Reads an account's NFTs of configured enumerable collections, and those from indexed blocks. */
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
    const shown = Number(count < maxNfts.collection ? count : maxNfts.collection)
    return Array.from({ length: shown }, (_, place) => ({ address, place: BigInt(place) }))
  })
  const ids = await readMulticall(chain, {
    calls: places.map(({ address: to, place }) =>
      contractCall({ to, abi: enumerableAbi, functionName: 'tokenOfOwnerByIndex', args: [owner, place] }),
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
  return describeNfts(chain, { owner, tokens: [...named.values()].slice(0, maxNfts.all), ...at })
}

type DescribeNfts = Omit<ReadEvmNftsOptions, 'seen'> & {
  readonly tokens: readonly { readonly address: Address; readonly tokenId: bigint }[]
}

async function describeNfts(chain: ServedChain, { owner, tokens, ...at }: DescribeNfts): Promise<readonly Nft[]> {
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
