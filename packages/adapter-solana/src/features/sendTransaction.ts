import { isLatchkeyError, isRecord, type Transaction } from '@latchkey/core'
import { InvalidWalletReplyError, RpcError } from '@latchkey/core/plugin'
import { toBase58 } from '../base58.js'
import { askWallet } from '../connectors/askWallet.js'
import type { Wallet } from '../connectors/createWallet.js'
import type { WalletLink } from '../connectors/walletLink.js'
import { parseTransaction } from '../transaction/parseTransaction.js'
import { type Asked, assertAccount, assertNetwork } from './assertAccount.js'
import { invalidParams } from './invalidParams.js'
import { parseAsked } from './parseAsked.js'
import { parseSendOptions } from './parseSendOptions.js'
import { readOutput } from './readOutputs.js'
import { signTransactions } from './signTransactions.js'
import { toSerialized } from './toSerialized.js'
import type { SolanaTransaction } from './types.js'

type Request = Asked & { readonly transaction: Transaction; readonly onSigned?: ((id: string) => void) | undefined }

/**
 * Signs and sends; resolves with the signature, base58, which is the id of the transaction. The wallet sends where it
 * can, else the network's nodes are given what it signed. It is asked once and never again.
 */
export async function sendTransaction(link: WalletLink, wallet: Wallet, request: Request): Promise<string> {
  const { account, network, signal } = request
  const transaction = request.transaction as SolanaTransaction
  if (!isRecord(transaction)) throw invalidParams('The transaction is no object.')
  const options = parseSendOptions(transaction.options)
  // asked before anything is built for it, and again by what signs
  const chosen = assertAccount(link, wallet, request)
  const chain = assertNetwork(chosen, request)
  const serialized = await toSerialized(link, { ...request, transaction })
  const { bytes } = parseAsked(serialized, account)

  const feature = 'solana:signAndSendTransaction'
  if (!link.features.includes(feature) || !chosen.features.includes(feature)) {
    const [signed = bytes] = await signTransactions(link, wallet, { ...request, transactions: [serialized] })
    const nodes = await link.loadChain()
    const [id] = parseTransaction(signed)?.signatures ?? []
    if (id) request.onSigned?.(toBase58(id))
    return nodes.send({ network, signed, options, signal })
  }
  const { own } = assertAccount(link, wallet, request)
  const inputs = [{ account: own, transaction: bytes, chain, options }]
  const reply = await askWallet(link, { feature, inputs }, { signal }).catch((cause: unknown) => {
    throw toSendFault(cause)
  })
  const signature = readOutput(reply, 'signature')
  if (signature.length !== 64) throw new InvalidWalletReplyError({ details: 'signature: not 64 bytes.' })
  return toBase58(signature)
}

/**
 * Nodes of Solana refuse a transaction with the number that other wallets have for a prompt that is open already, also one that they have
 * taken before.
 */
function toSendFault(cause: unknown): unknown {
  if (!isLatchkeyError(cause) || cause.code !== 'REQUEST_PENDING') return cause
  return new RpcError(-32002, 'TRANSACTION_REJECTED', { cause, details: cause.details })
}
