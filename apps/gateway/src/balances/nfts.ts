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
  /** NFTs from indexed blocks, in the order of preference; those that are gone are left out. */
  readonly seen: readonly SeenNft[]
  readonly block: bigint
  readonly signal: AbortSignal
}

const enumerableAbi = parseAbi(['function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)'])

/** NFTs per collection, and in total. */
const maxNfts = { collection: 50, all: 200 } as const

type NftKey = { readonly address: Address; readonly tokenId: bigint }

/** Reads an account's NFTs of configured enumerable collections, and those from indexed blocks. Configured collections come first. */
export async function readEvmNfts(
  chain: ServedChain,
  { owner, seen, block, signal }: ReadEvmNftsOptions,
): Promise<readonly Nft[]> {
  const at = { block, signal }
  const counted = await readEnumerable(chain, { owner, ...at })
  const found = new Map<string, NftKey>()
  for (const one of [...counted, ...seen]) {
    const address = getAddress(one.address)
    found.set(`${address}:${one.tokenId}`, { address, tokenId: one.tokenId })
  }
  const held = await keepHeld(chain, { owner, tokens: [...found.values()], ...at })
  const described = await describeNfts(chain, { tokens: held, ...at })
  const configured = toConfigured(chain)
  const rank = ({ address }: Nft): number => (configured.has(address) ? 0 : 1)
  return described.toSorted(
    (a, b) => rank(a) - rank(b) || a.address.localeCompare(b.address) || (a.tokenId < b.tokenId ? -1 : 1),
  )
}

type At = Pick<ReadEvmNftsOptions, 'block' | 'signal'>

async function readEnumerable(
  chain: ServedChain,
  { owner, ...at }: At & { readonly owner: Address },
): Promise<readonly NftKey[]> {
  const listed = (chain.nfts ?? []).map(({ address }) => address)
  const counts = await readMulticall(chain, {
    calls: listed.map((to) => contractCall({ to, abi: erc721Abi, functionName: 'balanceOf', args: [owner] })),
    ...at,
  })
  const places = listed.flatMap((address, index) => {
    const count = counts[index] ?? 0n
    const shown = count < maxNfts.collection ? Number(count) : maxNfts.collection
    return Array.from({ length: shown }, (_, place) => ({ address, place: BigInt(place) }))
  })
  const ids = await readMulticall(chain, {
    calls: places.map(({ address: to, place }) =>
      contractCall({ to, abi: enumerableAbi, functionName: 'tokenOfOwnerByIndex', args: [owner, place] }),
    ),
    ...at,
  })
  return places.flatMap(({ address }, index) => {
    const tokenId = ids[index]
    return tokenId === undefined ? [] : [{ address, tokenId }]
  })
}

type DescribeNfts = At & { readonly tokens: readonly NftKey[] }

/** Keeps the NFTs that the account has, up to the limit of each collection. */
async function keepHeld(
  chain: ServedChain,
  { owner, tokens, ...at }: DescribeNfts & { readonly owner: Address },
): Promise<readonly NftKey[]> {
  const owners = await readMulticall(chain, {
    calls: tokens.map(({ address: to, tokenId }) =>
      contractCall({ to, abi: erc721Abi, functionName: 'ownerOf', args: [tokenId] }),
    ),
    ...at,
  })
  const counts = new Map<Address, number>()
  return tokens.filter(({ address }, index) => {
    const holder = owners[index]
    const count = counts.get(address) ?? 0
    if (!holder || !isAddressEqual(holder, owner) || count >= maxNfts.collection) return false
    counts.set(address, count + 1)
    return true
  })
}

/** Describes the first NFTs that are no spam. Spam doesn't count, so it hides no others. */
async function describeNfts(chain: ServedChain, { tokens, ...at }: DescribeNfts): Promise<readonly Nft[]> {
  const configured = toConfigured(chain)
  const collections = [...new Set(tokens.map(({ address }) => address))]
  const replies = await readMulticall(chain, {
    calls: collections.map((to) => contractCall({ to, abi: erc721Abi, functionName: 'name', args: [] })),
    ...at,
  })
  const names = new Map(collections.map((address, index) => [address, replies[index]]))
  const isShown = (address: Address, symbol = ''): boolean =>
    configured.has(address) || !isSpam({ name: names.get(address) ?? '', symbol })
  const candidates = tokens.filter(({ address }) => isShown(address))
  const found: Nft[] = []
  for (let next = 0; next < candidates.length && found.length < maxNfts.all; ) {
    const page = candidates.slice(next, next + maxNfts.all - found.length)
    next += page.length
    const uris = await readMulticall(chain, {
      calls: page.map(({ address: to, tokenId }) =>
        contractCall({ to, abi: erc721Abi, functionName: 'tokenURI', args: [tokenId] }),
      ),
      ...at,
    })
    for (const [index, { address, tokenId }] of page.entries()) {
      const collection = configured.get(address) ?? names.get(address)
      const { name, imageUrl } = parseTokenUri(uris[index])
      if (isShown(address, name))
        found.push({ address, tokenId, name: name ?? `${collection ?? ''} #${tokenId}`.trim(), collection, imageUrl })
    }
  }
  return found
}

/** The configured collections, with their names if these are configured as well. */
function toConfigured({ nfts = [] }: ServedChain): ReadonlyMap<string, string | undefined> {
  return new Map(nfts.map(({ address, name }) => [getAddress(address), name]))
}
