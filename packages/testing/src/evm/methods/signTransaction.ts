import type { Hex } from 'viem'
import type { WalletCall, WalletContext } from '../provider/walletMethod.js'
import { prepareTransaction } from '../transaction/prepareTransaction.js'

/** `eth_signTransaction`: the signed bytes, sent by whoever asked for them. */
export async function signTransaction(context: WalletContext, call: WalletCall): Promise<Hex> {
  const { sign } = await prepareTransaction(context, call)
  return context.inTurn(sign)
}
