import type { BuiltTransaction } from '../../api/blockchain/types.js'
import { InvalidReplyError } from '../../errors/services.js'
import { isSameAddress } from '../../utils/address.js'
import { assertCaipAddress } from '../../utils/assertCaipAddress.js'
import type { SwapState } from './state.js'

/** The selector of `approve(address,uint256)` of ERC-20. */
const approve = '0x095ea7b3'

/**
 * Looks at a transaction before the wallet is asked to sign it: it is of this account and network, pays no more than the visitor
 * was told, and an approval is nothing but an approval of the token that is given. Throws `INVALID_REPLY`.
 */
export function assertBuilt(
  tx: BuiltTransaction,
  { swap, pays, approves }: { readonly swap: SwapState; readonly pays: bigint; readonly approves?: string | undefined },
): void {
  const { caipNetworkId, address } = swap
  const [from, to] = [assertCaipAddress(tx.from), assertCaipAddress(tx.to)]
  const isHere = [from, to].every(({ namespace, reference }) => `${namespace}:${reference}` === caipNetworkId)
  if (!isHere || !isSameAddress('eip155', from.address, address)) throw toError('is of another account or network')
  if (tx.value !== pays) throw toError('pays another amount')
  if (approves === undefined) return
  if (!isSameAddress('eip155', to.address, approves) || !tx.data.toLowerCase().startsWith(approve))
    throw toError('is no approval of the token')
}

function toError(what: string): InvalidReplyError {
  return new InvalidReplyError({ details: `The transaction that the service built ${what}.` })
}
