import { isRecord, type StandardAccount } from '@latchkey/core'
import { base58, base64 } from '@scure/base'
import type { VersionedTransaction } from '@solana/web3.js'
import { createRpcError } from '../../scripted/rpc.js'
import { safeText } from '../../scripted/wallet.js'
import { type Key, signOrLie } from '../state/createKeys.js'
import type { WalletState } from '../state/createWalletState.js'
import { describeTransaction, readTransaction, signBytes } from './signTransaction.js'
import type { WalletCall, WalletContext } from './walletMethod.js'

type MessageInput = { readonly account: StandardAccount; readonly message: Uint8Array }

type SignedMessage = { readonly signedMessage: Uint8Array; readonly signature: Uint8Array }

/** `solana:signMessage`: signs all inputs with one approval. */
export async function signMessage(
  { state, script }: WalletContext,
  { inputs, ask }: WalletCall,
): Promise<readonly SignedMessage[]> {
  const { lie } = script.flags()
  const signings = (inputs as readonly MessageInput[]).map(({ account, message }) => ({
    key: findSigner(state, account),
    message: lie === 'otherMessage' ? new TextEncoder().encode('Something else') : message.slice(),
  }))
  const texts = signings.map(({ message }) => safeText(new TextDecoder().decode(message)))
  await ask('sign', `Sign ${texts.join(', ')}`)
  return signings.map(({ key, message }) => ({ signedMessage: message, signature: signOrLie(key, message, lie) }))
}

type TransactionInput = {
  readonly account: StandardAccount
  readonly transaction: Uint8Array
  readonly options?: Readonly<Record<string, unknown>> | undefined
}

/** `solana:signTransaction`: signs all inputs with one approval. */
export async function signTransactions(
  context: WalletContext,
  call: WalletCall,
): Promise<readonly { readonly signedTransaction: Uint8Array }[]> {
  const signed = await sign(context, call, 'sign')
  return signed.map((signedTransaction) => ({ signedTransaction }))
}

/** `solana:signAndSendTransaction`: signs all inputs with one approval, and sends them in order. */
export async function signAndSendTransactions(
  context: WalletContext,
  call: WalletCall,
): Promise<readonly { readonly signature: Uint8Array }[]> {
  const signed = await sign(context, call, 'send')
  const sent: { readonly signature: Uint8Array }[] = []
  for (const [index, bytes] of signed.entries()) {
    const { options } = (call.inputs as readonly TransactionInput[])[index] ?? {}
    const config = { preflightCommitment: 'confirmed', ...options, encoding: 'base64' }
    const id = await context.forward('sendTransaction', [base64.encode(bytes), config])
    sent.push({ signature: base58.decode(String(id)) })
  }
  return sent
}

async function sign(context: WalletContext, call: WalletCall, kind: 'sign' | 'send'): Promise<readonly Uint8Array[]> {
  const { state, script, forward } = context
  const signings = (call.inputs as readonly TransactionInput[]).map(({ account, transaction }) => ({
    key: findSigner(state, account),
    transaction: readTransaction(transaction),
  }))
  await call.ask(kind, `${kind === 'sign' ? 'Sign' : 'Send'} ${signings.map(toWords).join(', ')}`)
  const { lie } = script.flags()
  const readBlockhash = async (): Promise<string> => toBlockhash(await forward('getLatestBlockhash', []))
  const signed: Uint8Array[] = []
  for (const { key, transaction } of signings) signed.push(await signBytes(transaction, { key, lie, readBlockhash }))
  return signed
}

function toWords({ transaction }: { readonly transaction: VersionedTransaction }): string {
  return describeTransaction(transaction.message)
}

function toBlockhash(result: unknown): string {
  const value = isRecord(result) && isRecord(result['value']) ? result['value'] : {}
  return String(value['blockhash'])
}

/** The key of an account that the site may use. Throws 4100 for any other. */
function findSigner(state: WalletState, account: StandardAccount | undefined): Key {
  const isExposed = state.exposed().some(({ address }) => address === account?.address)
  const key = isExposed ? state.keys.find(account?.address) : undefined
  if (!key) throw createRpcError(4_100, 'The site is not connected with this account.')
  return key
}
