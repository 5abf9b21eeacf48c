import { type FeatureRequest, isLatchkeyError, isRecord, loadModule, type Transaction } from '@latchkey/core'
import { InvalidWalletReplyError, RpcError } from '@latchkey/core/plugin'
import { assertAccount, assertNetwork } from '../connectors/accounts.js'
import { requestWallet } from '../connectors/requests.js'
import type { WalletLink, WalletObserver } from '../connectors/walletLink.js'
import { invalidParams, parseBase58, toBase58 } from '../encoding.js'
import { parseTransaction } from '../transactions/parseTransaction.js'
import { parseUnsigned, readOutput, signTransactions } from './sign.js'
import type { SolanaSendOptions, SolanaTransaction } from './types.js'

type SendTransactionRequest = FeatureRequest & {
  readonly transaction: Transaction
  readonly onSigned?: ((id: string) => void) | undefined
}

/**
 * Signs and sends; resolves with the signature, base58, which is the id of the transaction. The wallet sends where it
 * can, else the network's nodes are given what it signed. It is asked once and never again.
 */
export async function sendTransaction(
  link: WalletLink,
  wallet: WalletObserver,
  request: SendTransactionRequest,
): Promise<string> {
  const { account, network, signal } = request
  const transaction = request.transaction as SolanaTransaction
  if (!isRecord(transaction)) throw invalidParams('The transaction is no object.')
  const options = parseSendOptions(transaction.options)
  // asked before anything is built for it, and again by what signs
  const chosen = assertAccount(link, wallet, request)
  const chain = assertNetwork(chosen, request)
  const serialized = await toSerialized(link, { ...request, transaction })
  const { bytes } = parseUnsigned(serialized, account)

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
  const reply = await requestWallet(link, { feature, inputs }, { signal }).catch((cause: unknown) => {
    throw toSendError(cause)
  })
  const signature = readOutput(reply, 'signature')
  if (signature.length !== 64) throw new InvalidWalletReplyError({ details: 'signature: not 64 bytes.' })
  return toBase58(signature)
}

/**
 * Nodes of Solana refuse a transaction with the number that other wallets have for a prompt that is open already, also one that they have
 * taken before.
 */
function toSendError(cause: unknown): unknown {
  if (!isLatchkeyError(cause) || cause.code !== 'REQUEST_PENDING') return cause
  return new RpcError(-32002, 'TRANSACTION_REJECTED', { cause, details: cause.details })
}

type Check = { readonly isSound: (value: unknown) => boolean; readonly words: string }

const commitments: readonly unknown[] = ['processed', 'confirmed', 'finalized']

const wholeNumber: Check = {
  isSound: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  words: 'a whole number from zero up',
}

const checks: { readonly [name in keyof SolanaSendOptions]-?: Check } = {
  skipPreflight: { isSound: (value) => typeof value === 'boolean', words: 'true or false' },
  preflightCommitment: { isSound: (value) => commitments.includes(value), words: 'processed, confirmed or finalized' },
  maxRetries: wholeNumber,
  minContextSlot: wholeNumber,
}

/** Options without what is undefined in them. Throws `INVALID_PARAMS` with the one that is wrong. [S5.11] */
export function parseSendOptions(options: unknown): SolanaSendOptions {
  if (options === undefined) return {}
  if (!isRecord(options)) throw invalidParams('options is no object.')
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  for (const [name, value] of given) {
    const check = Object.hasOwn(checks, name) ? checks[name as keyof SolanaSendOptions] : undefined
    if (!check) throw invalidParams(`options has no ${name}.`)
    if (!check.isSound(value)) throw invalidParams(`options.${name} is not ${check.words}.`)
  }
  return Object.fromEntries(given)
}

const maxLamports = 2n ** 64n - 1n

/** The bytes of a transaction to send: the app's own, or those of a transfer that is built here. */
export async function toSerialized(
  link: WalletLink,
  { account, network, signal, transaction }: FeatureRequest & { readonly transaction: SolanaTransaction },
): Promise<Uint8Array> {
  if ('serialized' in transaction) return transaction.serialized
  const { to, lamports } = transaction
  if (!parseBase58(to, 32)) throw invalidParams('to is no address.')
  if (typeof lamports !== 'bigint' || lamports <= 0n || lamports > maxLamports)
    throw invalidParams('lamports is no bigint above zero.')
  const [chain, { buildSolTransfer }] = await Promise.all([
    link.loadChain(),
    loadModule(() => import('../transfers/buildTransaction.js')),
  ])
  const { blockhash } = await chain.readBlockhash({ network, signal })
  return buildSolTransfer({ from: account.address, to, lamports, blockhash })
}
