import { type ConnectorFeatures, loadModule } from '@latchkey/core'
import { beforeSending, InvalidWalletReplyError } from '@latchkey/core/plugin'
import { assertWallet } from '../connectors/accounts.js'
import { requestWallet } from '../connectors/requests.js'
import type { Wallet, WalletLink } from '../connectors/walletLink.js'
import { invalidParams, toBase64 } from '../encoding.js'
import { parseTransfer } from '../transfers/transfers.js'
import { signPsbt } from './sign.js'

type SendRequest = Parameters<ConnectorFeatures['transaction:send']>[0]

/**
 * Pays from the payment account and resolves with the transaction's id. The wallet sends the payment if it can and supports
 * the fee rate; else the transaction is built here, signed by the wallet, verified, and sent through the network's nodes. The
 * wallet is asked exactly once.
 *
 * Throws `INVALID_PARAMS`, also for an ordinals account, whose coins may hold inscriptions;
 * `TRANSACTION_REJECTED` for insufficient funds; or the wallet's error.
 */
export async function sendTransaction(link: WalletLink, wallet: Wallet, request: SendRequest): Promise<string> {
  const { account, network, signal, transaction, onSigned } = request
  const transfer = parseTransfer(transaction, network.caipNetworkId)
  if (account.type === 'ordinal')
    throw invalidParams(
      'A transfer pays from the payment account. To spend ordinals, name the inputs yourself with psbt:sign.',
    )
  const provider = await wallet.getProvider()
  const { accounts } = await beforeSending(signal, () => assertWallet(wallet, { account, network, signal }))
  const { to, sats, feeRate } = transfer
  // the wallet pays from its first payment account only
  const isFirst = accounts.find(({ type }) => type === 'payment')?.address === account.address
  if (provider.transfer && isFirst && (feeRate === undefined || provider.transfer.takesFeeRate)) {
    const { send } = provider.transfer
    const own = { from: account.address, network: network.caipNetworkId }
    const request = (): Promise<unknown> => send({ ...own, to: to.address, sats: Number(sats), feeRate })
    return parseTxid(await requestWallet(link, request, { signal }))
  }
  const publicKey = accounts.find(({ address }) => address === account.address)?.publicKey ?? account.publicKey
  const psbt = await beforeSending(signal, async () => {
    const { buildPsbt } = await loadModule(() => import('../transfers/buildTransaction.js'))
    const chain = await link.loadChain()
    return buildPsbt({ chain, transfer, account: { ...account, publicKey }, network, signal })
  })
  const signed = { account, network, signal, psbt: toBase64(psbt), broadcast: true, onSigned }
  return parseTxid((await signPsbt(link, wallet, signed)).txid)
}

function parseTxid(reply: unknown): string {
  if (typeof reply === 'string' && /^[\da-f]{64}$/i.test(reply)) return reply.toLowerCase()
  throw new InvalidWalletReplyError({ details: `transfer: ${JSON.stringify(reply)?.slice(0, 100)}` })
}
