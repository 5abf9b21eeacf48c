import type { ConnectorFeatures } from '@latchkey/core'
import { InvalidWalletReplyError, toLatchkeyError } from '@latchkey/core/plugin'
import { askWallet } from '../connectors/askWallet.js'
import type { Observer } from '../connectors/createWallet.js'
import { describe } from '../connectors/parseChainId.js'
import type { WalletLink } from '../connectors/walletLink.js'
import { assertAccount, assertNetwork } from './assertWallet.js'
import { findSentHash } from './findSentHash.js'
import { parseHash, toQuantity } from './hex.js'
import { toRpcTransaction } from './toRpcTransaction.js'

type Request = Parameters<ConnectorFeatures['transaction:send']>[0]

/**
 * `eth_sendTransaction`. The wallet signs and sends; this asks it once and never again. An error of it counts as
 * success only where it names a transaction of this account that the network's own nodes know. [F31]
 */
export async function sendTransaction(link: WalletLink, wallet: Observer, request: Request): Promise<string> {
  const { account, network, signal, transaction } = request
  const fields = toRpcTransaction(account, transaction)
  await Promise.all([assertAccount(link, wallet, request), assertNetwork(link, wallet, request)])
  // with the chain in it, a wallet that is switched meanwhile refuses instead of sending elsewhere
  const params = [{ ...fields, chainId: toQuantity('chainId', Number(network.id)) }]

  let reply: unknown
  try {
    reply = await askWallet(link, { method: 'eth_sendTransaction', params }, { signal })
  } catch (cause) {
    const hash = await findSentHash(link, { error: toLatchkeyError(cause), account, network, signal })
    if (hash) return hash
    throw cause
  }
  const hash = parseHash(reply)
  if (!hash) throw new InvalidWalletReplyError({ details: `eth_sendTransaction: ${describe(reply)}` })
  return hash
}
