import type { Account } from '../../account.js'
import { hasBlockchainApi } from '../../api/blockchain/hasBlockchainApi.js'
import { isChainServed } from '../../api/blockchain/isChainServed.js'
import { FeatureNotSupportedError } from '../../errors/connection.js'
import { internals, type Modal } from '../../modal.js'
import type { Network } from '../../network.js'
import type { ShownToken } from '../../options/options.js'
import { isSameAddress } from '../../utils/address.js'
import { toDecimal } from '../../utils/toDecimal.js'
import { readHoldings } from '../portfolio/readHoldings.js'
import type { ReadAmount, ShownAmount } from './state.js'

export type ReadShownTokenRequest = {
  readonly token: ShownToken
  readonly account: Account
  readonly network: Network
  readonly force?: boolean | undefined
  readonly signal: AbortSignal
}

/**
 * What an account has of the token that shows in place of the native currency: as the service knows it, else as the network's
 * nodes do. Throws `FEATURE_NOT_SUPPORTED` where the adapter knows no tokens, `INVALID_PARAMS` where there is none at the address,
 * else as the service or the nodes do.
 */
export async function readShownToken(modal: Modal, request: ReadShownTokenRequest): Promise<ReadAmount<ShownAmount>> {
  const { token, account, network, signal } = request
  const { address, image } = token
  const served = await readServed(modal, request)
  if (served) {
    const { quantity, symbol, iconUrl } = served.held
    return { amount: { balance: quantity.numeric, symbol, image: image ?? iconUrl }, askedAt: served.askedAt }
  }
  const read = modal[internals].adapters.get(account.namespace)?.features['token:balance']
  if (!read) throw new FeatureNotSupportedError({ feature: 'token:balance', by: `The ${account.namespace} adapter` })
  const askedAt = modal.env.now()
  const { value, decimals, symbol } = await read({ account, network, address, signal })
  return { amount: { balance: toDecimal(value, decimals), symbol, image }, askedAt }
}

/** From the holdings of the service; a token that is not among them is none of its own, or one that it does not know. */
async function readServed(modal: Modal, { token, account, network, force, signal }: ReadShownTokenRequest) {
  const { caipNetworkId } = network
  if (!hasBlockchainApi(modal) || !(await isChainServed(modal, caipNetworkId, signal))) return undefined
  const { balances, askedAt } = await readHoldings(modal, { address: account.address, caipNetworkId, force })
  const held = balances.find(
    (one) =>
      one.caipNetworkId === caipNetworkId &&
      one.address !== undefined &&
      isSameAddress(account.namespace, one.address, token.address),
  )
  return held && { held, askedAt }
}
