import type { Modal } from '../../modal.js'
import { assertCaipAddress } from '../../utils/assertCaipAddress.js'
import { caipAddress, imageUrl, may, need, caipNetworkId as networkId, rowsOf, text } from './fields.js'
import { toTokenBalance } from './toTokenBalance.js'
import type { Holdings, Nft } from './types.js'

/** What an address holds. Rows that are none are left out; throws `INVALID_REPLY` where there is no list. */
export function toHoldings(modal: Modal, reply: unknown): Holdings {
  return {
    balances: need(
      reply,
      'balances',
      rowsOf((row) => toTokenBalance(modal, row)),
    ),
    nfts:
      may(
        reply,
        'nfts',
        rowsOf((row) => toNft(modal, row)),
      ) ?? [],
  }
}

function toNft(modal: Modal, row: unknown): Nft {
  const tokenId = need(row, 'tokenId', text)
  return {
    caipNetworkId: need(row, 'chainId', networkId),
    address: assertCaipAddress(need(row, 'address', caipAddress)).address,
    tokenId,
    name: may(row, 'name', text) ?? `#${tokenId}`,
    imageUrl: may(row, 'imageUrl', imageUrl(modal)),
    collection: may(row, 'collection', text),
  }
}
