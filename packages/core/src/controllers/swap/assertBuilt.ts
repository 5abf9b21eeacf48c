import type { BuiltTransaction } from '../../api/blockchain/types.js'
import { InvalidReplyError } from '../../errors/services.js'
import { isSameAddress } from '../../utils/address.js'
import { assertCaipAddress } from '../../utils/assertCaipAddress.js'
import type { SwapState } from './state.js'

/**
 * Looks at a transaction before the wallet is asked to sign it: it is of this account and network, and pays no more than the visitor
 * was told. Throws `INVALID_REPLY`.
 */
export function assertBuilt(
  tx: BuiltTransaction,
  { swap, pays }: { readonly swap: SwapState; readonly pays: bigint },
): void {
  const { caipNetworkId, address } = swap
  const [from, to] = [assertCaipAddress(tx.from), assertCaipAddress(tx.to)]
  const isHere = [from, to].every(({ namespace, reference }) => `${namespace}:${reference}` === caipNetworkId)
  if (!isHere || !isSameAddress('eip155', from.address, address)) throw toError('is of another account or network')
  if (tx.value !== pays) throw toError('pays another amount')
}

function toError(what: string): InvalidReplyError {
  return new InvalidReplyError({ details: `The transaction that the service built ${what}.` })
}
