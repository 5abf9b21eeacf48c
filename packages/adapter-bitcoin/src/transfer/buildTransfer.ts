import type { TransferRequest } from '@latchkey/core'
import { parseTransfer, type Transfer } from '../features/parseTransfer.js'
import type { BitcoinTransaction } from '../features/types.js'
import { invalidParams } from '../invalidParams.js'

/** A transfer of bitcoin; the fee rate is the wallet's choice. Throws `INVALID_PARAMS`, also for a token. */
export function buildTransfer(request: TransferRequest): BitcoinTransaction {
  const { to, sats } = toTransfer(request)
  return { to: to.address, sats }
}

/** The same, parsed. */
export function toTransfer({ to, amount, token, network }: TransferRequest): Transfer {
  if (token) throw invalidParams('Bitcoin has no tokens here.')
  return parseTransfer({ to, sats: amount }, network.caipNetworkId)
}
