import type { WalletCall, WalletContext } from '../provider/walletMethod.js'
import { prepareTransaction } from '../transaction/prepareTransaction.js'

/** `eth_sendTransaction`: signed here, sent as a raw transaction; returns its hash. */
export async function sendTransaction(context: WalletContext, call: WalletCall): Promise<unknown> {
  const { sign, forward } = await prepareTransaction(context, call)
  return context.inTurn(async () => forward('eth_sendRawTransaction', [await sign()]))
}
