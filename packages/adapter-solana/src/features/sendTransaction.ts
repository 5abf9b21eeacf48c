import { type FeatureRequest, isLatchkeyError, isRecord, loadModule, type Transaction } from '@latchkey/core'
import { beforeSending, InvalidWalletReplyError, RpcError } from '@latchkey/core/plugin'
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
 * Signs and sends a transaction. Resolves with the signature in base58, which is the transaction's id. The wallet sends it if
 * it can; else it is sent through the network's nodes. The wallet is asked exactly once.
 */
export async function sendTransaction(
  link: WalletLink,
  wallet: WalletObserver,
  request: SendTransactionRequest,
): Promise<string> {
  const { account, network, signal } = request
  const transaction = request.transaction as SolanaTransaction
  if (!isRecord(transaction)) throw invalidParams('The transaction is not an object.')
  const options = parseSendOptions(transaction.options)
  // checked before the transaction is built, and again before signing
  const chosen = assertAccount(link, wallet, request)
  const chain = assertNetwork(chosen, request)
  const serialized = await beforeSending(signal, () => toSerialized(link, { ...request, transaction }))
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

/** Solana nodes reject a transaction with the code that wallets use for a prompt that is open already. */
function toSendError(cause: unknown): unknown {
  if (!isLatchkeyError(cause) || cause.code !== 'REQUEST_PENDING') return cause
  return new RpcError(-32002, 'TRANSACTION_REJECTED', { cause, details: cause.details })
}

type Check = { readonly isValid: (value: unknown) => boolean; readonly expected: string }

const commitments: readonly unknown[] = ['processed', 'confirmed', 'finalized']

const wholeNumber: Check = {
  isValid: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  expected: 'a non-negative integer',
}

const checks: { readonly [name in keyof SolanaSendOptions]-?: Check } = {
  skipPreflight: { isValid: (value) => typeof value === 'boolean', expected: 'true or false' },
  preflightCommitment: {
    isValid: (value) => commitments.includes(value),
    expected: 'processed, confirmed or finalized',
  },
  maxRetries: wholeNumber,
  minContextSlot: wholeNumber,
}

/** The options without undefined ones. Throws `INVALID_PARAMS` with the invalid option. [S5.11] */
export function parseSendOptions(options: unknown): SolanaSendOptions {
  if (options === undefined) return {}
  if (!isRecord(options)) throw invalidParams('options is not an object.')
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  for (const [name, value] of given) {
    const check = Object.hasOwn(checks, name) ? checks[name as keyof SolanaSendOptions] : undefined
    if (!check) throw invalidParams(`Unknown option: options.${name}.`)
    if (!check.isValid(value)) throw invalidParams(`options.${name} is not ${check.expected}.`)
  }
  return Object.fromEntries(given)
}

const maxLamports = 2n ** 64n - 1n

/** The bytes of the transaction to send: the app's, or those of a transfer of SOL that is built here. */
async function toSerialized(
  link: WalletLink,
  { account, network, signal, transaction }: FeatureRequest & { readonly transaction: SolanaTransaction },
): Promise<Uint8Array> {
  if ('serialized' in transaction) return transaction.serialized
  const { to, lamports } = transaction
  if (!parseBase58(to, 32)) throw invalidParams('to is not an address.')
  if (typeof lamports !== 'bigint' || lamports <= 0n || lamports > maxLamports)
    throw invalidParams('lamports is not a bigint above zero.')
  const [chain, { buildSolTransfer }] = await Promise.all([
    link.loadChain(),
    loadModule(() => import('../transfers/buildTransaction.js')),
  ])
  const { blockhash } = await chain.readBlockhash({ network, signal })
  return buildSolTransfer({ from: account.address, to, lamports, blockhash })
}
