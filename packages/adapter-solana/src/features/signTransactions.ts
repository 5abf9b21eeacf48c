import { InvalidWalletReplyError } from '@latchkey/core/plugin'
import { askWallet } from '../connectors/askWallet.js'
import type { Wallet } from '../connectors/createWallet.js'
import type { WalletLink } from '../connectors/walletLink.js'
import { compareMessages } from '../transaction/compareMessages.js'
import { isSignatureOf } from '../transaction/isSignatureOf.js'
import { parseTransaction, type SolanaMessage } from '../transaction/parseTransaction.js'
import { type Asked, assertAccount, assertFeature, assertNetwork } from './assertAccount.js'
import { parseAsked } from './parseAsked.js'
import { readOutputs } from './readOutputs.js'

/**
 * Has the wallet sign transactions, all with one consent. What comes back is read, compared with what was asked for
 * (see `compareMessages`), and the account's signature verified over it.
 *
 * Throws `INVALID_PARAMS` for what is no transaction of the account, and `INVALID_WALLET_REPLY`.
 */
export async function signTransactions(
  link: WalletLink,
  wallet: Wallet,
  request: Asked & { readonly transactions: readonly Uint8Array[] },
): Promise<readonly Uint8Array[]> {
  const { account, signal, transactions } = request
  const asked = transactions.map((transaction) => parseAsked(transaction, account))
  if (asked.length === 0) return []
  const chosen = assertAccount(link, wallet, request)
  assertFeature(link, chosen, 'solana:signTransaction')
  const chain = assertNetwork(chosen, request)
  const inputs = asked.map(({ bytes }) => ({ account: chosen.own, transaction: bytes, chain }))
  const reply = await askWallet(link, { feature: 'solana:signTransaction', inputs }, { signal })
  const signed = readOutputs(reply, 'signedTransaction', asked.length)
  for (const [index, { message }] of asked.entries()) assertSigned(message, signed[index], account.address)
  return signed
}

function assertSigned(asked: SolanaMessage, bytes: Uint8Array | undefined, address: string): void {
  const signed = bytes && parseTransaction(bytes)
  if (!signed) throw new InvalidWalletReplyError({ details: 'signedTransaction: not a transaction.' })
  const change = compareMessages(asked, signed)
  if (change) throw new InvalidWalletReplyError({ details: `The wallet signed something else: ${change}.` })
  const signature = signed.signatures[signed.keys.indexOf(address)]
  if (!signature || !isSignatureOf(address, signed.bytes, signature))
    throw new InvalidWalletReplyError({ details: `The transaction bears no signature of ${address}.` })
}
