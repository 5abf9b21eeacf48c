import type { Modal } from '../../modal.js'
import { assertCaipAddress } from '../../utils/assertCaipAddress.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { callBlockchain } from './callBlockchain.js'
import { caipAddress, imageUrl, may, need, caipNetworkId as networkId, rowsOf, text } from './fields.js'
import { toPathPart } from './toPathPart.js'
import { toTokenBalance } from './toTokenBalance.js'
import type { Holdings, Nft } from './types.js'

export type FetchTokenBalancesRequest = {
  readonly address: string
  /** Of this network only. */
  readonly caipNetworkId?: CaipNetworkId | undefined
  /** The service asks the chain although it has an answer that is still fresh. */
  readonly forceUpdate?: boolean | undefined
  readonly signal: AbortSignal
}

/** What an address holds: `GET /v1/account/{address}/balance` [S7.12]. */
export async function fetchTokenBalances(
  modal: Modal,
  { address, caipNetworkId, forceUpdate, signal }: FetchTokenBalancesRequest,
): Promise<Holdings> {
  const params = { currency: 'usd', chainId: caipNetworkId, forceUpdate: forceUpdate ? 'true' : undefined }
  const reply = await callBlockchain(modal, { path: `/v1/account/${toPathPart(address)}/balance`, params, signal })
  return { balances: need(reply, 'balances', rowsOf(toTokenBalance)), nfts: may(reply, 'nfts', rowsOf(toNft)) ?? [] }
}

function toNft(row: unknown): Nft {
  const tokenId = need(row, 'tokenId', text)
  return {
    caipNetworkId: need(row, 'chainId', networkId),
    address: assertCaipAddress(need(row, 'address', caipAddress)).address,
    tokenId,
    name: may(row, 'name', text) ?? `#${tokenId}`,
    imageUrl: may(row, 'imageUrl', imageUrl),
    collection: may(row, 'collection', text),
  }
}
