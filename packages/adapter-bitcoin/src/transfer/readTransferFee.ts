import type { TransferRequest } from '@latchkey/core'
import { parseAddress } from '../address/parseAddress.js'
import type { EsploraLink } from '../chain/esplora.js'
import { readFeeRate } from '../chain/readFeeRate.js'
import { readUtxos } from '../chain/readUtxos.js'
import { isDust } from '../features/parseTransfer.js'
import { invalidParams } from '../invalidParams.js'
import { selectCoins } from '../psbt/selectCoins.js'
import { toFee } from '../psbt/toFee.js'
import { toTransfer } from './buildTransfer.js'

/**
 * Sats that a transfer costs at what the nodes estimate for the next blocks. Where there is too little for it: what sending all
 * would cost.
 */
export async function readTransferFee(link: EsploraLink, request: TransferRequest): Promise<bigint> {
  const { account, network, signal } = request
  const { to, sats } = toTransfer(request)
  const from = parseAddress(account.address)
  if (!from) throw invalidParams('account is no address.')
  const [utxos, feeRate] = await Promise.all([
    readUtxos(link, { network, address: account.address, signal }),
    readFeeRate(link, { network, signal }),
  ])
  const ask = { from, to, feeRate }
  const selection = selectCoins({
    utxos,
    sats,
    isDust: (change) => isDust(from.type, change),
    toFee: (inputs, hasChange) => toFee(ask, inputs, hasChange),
  })
  if (!selection) return toFee(ask, utxos.length, false)
  return selection.coins.reduce((sum, coin) => sum + coin.sats, 0n) - sats - selection.change
}
