import { fetchTokenBalances } from '../../api/blockchain/fetchTokenBalances.js'
import { isNativeToken } from '../../api/blockchain/isNativeToken.js'
import type { OnRampNetwork } from '../../api/blockchain/types.js'
import type { Modal } from '../../modal.js'
import { isSameAddress } from '../../utils/address.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'

export type HoldingRequest = {
  readonly namespace: Namespace
  readonly address: string
  readonly caipNetworkId: CaipNetworkId
  /** What is bought. */
  readonly offer: Pick<OnRampNetwork, 'contract_address'>
  readonly signal: AbortSignal
}

/** How much of what is bought an address has, as a decimal text in whole units; asked of the chain. Throws as `fetchTokenBalances`. */
export async function readHolding(modal: Modal, request: HoldingRequest): Promise<string> {
  const { namespace, address, caipNetworkId, offer, signal } = request
  const { balances } = await fetchTokenBalances(modal, { address, caipNetworkId, forceUpdate: true, signal })
  const contract = toContract(offer)
  const found = balances.find(
    (token) =>
      token.caipNetworkId === caipNetworkId &&
      (contract === undefined || token.address === undefined
        ? contract === token.address
        : isSameAddress(namespace, token.address, contract)),
  )
  return found?.quantity.numeric ?? '0'
}

/** The plain address of a contract or mint, which may come in CAIP-10 form; undefined for the native currency. */
function toContract({ contract_address: address }: HoldingRequest['offer']): string | undefined {
  const plain = address?.split(':').at(-1)
  return plain && !isNativeToken(plain) ? plain : undefined
}
