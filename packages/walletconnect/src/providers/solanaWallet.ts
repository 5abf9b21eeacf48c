import { isRecord, type StandardAccount } from '@latchkey/core'
import { InvalidWalletReplyError } from '@latchkey/core/plugin'
import { base58, base64 } from '@scure/base'
import type { ProviderOptions, WalletProvider } from './provider.js'
import { createStandardWallet } from './standardWallet.js'

type MessageInput = { readonly account: StandardAccount; readonly message: Uint8Array }

type TransactionInput = {
  readonly account: StandardAccount
  readonly transaction: Uint8Array
  readonly chain?: string | undefined
  readonly options?: object | undefined
}

const supportedTransactionVersions = ['legacy', 0] as const

/** The session's wallet as a Wallet Standard wallet: bytes for the adapter; base58 and base64 for the relay. */
export function createSolanaWallet(link: ProviderOptions): WalletProvider {
  return createStandardWallet(link, ({ session, getChain, canDo }) => {
    const signMessage = async (...inputs: readonly MessageInput[]) =>
      inOrder(inputs, async ({ account, message }) => {
        const params = { message: base58.encode(message), pubkey: account.address }
        const reply = await session.request({ method: 'solana_signMessage', params }, { chains: getChain() })
        return { signedMessage: message, signature: toSignature(reply) }
      })

    const signOne = async ({ account, transaction, chain }: TransactionInput): Promise<Uint8Array> => {
      const params = { transaction: base64.encode(transaction), pubkey: account.address }
      const reply = await session.request({ method: 'solana_signTransaction', params }, { chains: getChain(chain) })
      const whole = isRecord(reply) ? reply['transaction'] : undefined
      // some wallets return the signature only
      if (typeof whole !== 'string') return insertSignature(transaction, account.address, toSignature(reply))
      return toBytes(whole)
    }
    const signAll = async (inputs: readonly TransactionInput[]): Promise<readonly Uint8Array[]> => {
      const transactions = inputs.map(({ transaction }) => base64.encode(transaction))
      const params = { transactions, pubkey: inputs[0]?.account.address }
      const call = { method: 'solana_signAllTransactions', params }
      const reply = await session.request(call, { chains: getChain(inputs[0]?.chain) })
      const signed = isRecord(reply) ? reply['transactions'] : undefined
      if (!Array.isArray(signed) || signed.length !== inputs.length)
        throw new InvalidWalletReplyError({ details: `solana_signAllTransactions: not ${inputs.length} transactions.` })
      return signed.map(toBytes)
    }
    const signTransaction = async (...inputs: readonly TransactionInput[]) => {
      const isTogether = !canDo('solana_signTransaction') || (inputs.length > 1 && canDo('solana_signAllTransactions'))
      const signed = isTogether ? await signAll(inputs) : await inOrder(inputs, signOne)
      return signed.map((signedTransaction) => ({ signedTransaction }))
    }

    const signAndSendTransaction = async (...inputs: readonly TransactionInput[]) =>
      inOrder(inputs, async ({ account, transaction, chain, options }) => {
        const params = { transaction: base64.encode(transaction), pubkey: account.address, sendOptions: options }
        const call = { method: 'solana_signAndSendTransaction', params }
        return { signature: toSignature(await session.request(call, { chains: getChain(chain) })) }
      })

    return {
      prefix: 'standard',
      toPublicKey,
      features: [
        ['solana:signMessage', ['solana_signMessage'], { signMessage }],
        [
          'solana:signTransaction',
          ['solana_signTransaction', 'solana_signAllTransactions'],
          { signTransaction, supportedTransactionVersions },
        ],
        [
          'solana:signAndSendTransaction',
          ['solana_signAndSendTransaction'],
          { signAndSendTransaction, supportedTransactionVersions },
        ],
      ],
    }
  })
}

function toPublicKey(address: string): Uint8Array | null {
  try {
    const key = base58.decode(address)
    return key.length === 32 ? key : null
  } catch {
    return null // not base58
  }
}

function toSignature(reply: unknown): Uint8Array {
  const text = isRecord(reply) ? reply['signature'] : reply
  try {
    return base58.decode(text as string)
  } catch (cause) {
    throw toReplyError('signature: not base58.', cause)
  }
}

function toBytes(text: unknown): Uint8Array {
  try {
    return base64.decode(text as string)
  } catch (cause) {
    throw toReplyError('transaction: not base64.', cause)
  }
}

function toReplyError(details: string, cause: unknown): InvalidWalletReplyError {
  return new InvalidWalletReplyError({ cause, details })
}

/** Runs one after the other, as a wallet shows one prompt at a time. */
async function inOrder<input, output>(
  inputs: readonly input[],
  run: (input: input) => Promise<output>,
): Promise<readonly output[]> {
  const outputs: output[] = []
  for (const input of inputs) outputs.push(await run(input))
  return outputs
}

const sizes = { signature: 64, key: 32, header: 3 } as const

/**
 * Inserts the signature of a signer into a serialized Solana transaction, legacy or versioned. Throws `INVALID_WALLET_REPLY`
 * if the account isn't one of the signers.
 */
export function insertSignature(transaction: Uint8Array, address: string, signature: Uint8Array): Uint8Array {
  const signers = readCount(transaction, 0)
  const message = signers.end + signers.count * sizes.signature
  // the highest bit marks a version before the header
  const isVersioned = ((transaction[message] ?? 0) & 0x80) !== 0
  const keys = readCount(transaction, message + (isVersioned ? 1 : 0) + sizes.header)
  const own = base58.decode(address).join()
  for (let index = 0; index < Math.min(signers.count, keys.count); index++) {
    const start = keys.end + index * sizes.key
    if (transaction.slice(start, start + sizes.key).join() !== own || signature.length !== sizes.signature) continue
    const signed = transaction.slice()
    signed.set(signature, signers.end + index * sizes.signature)
    return signed
  }
  throw new InvalidWalletReplyError({ details: `The signature is not one of ${address} of this transaction.` })
}

/** Reads a number in Solana's compact form: seven bits per byte, lowest first. */
function readCount(bytes: Uint8Array, start: number): { readonly count: number; readonly end: number } {
  let count = 0
  for (let index = 0; index < 3; index++) {
    const byte = bytes[start + index] ?? 0
    count |= (byte & 0x7f) << (7 * index)
    if ((byte & 0x80) === 0) return { count, end: start + index + 1 }
  }
  return { count, end: start + 3 }
}
