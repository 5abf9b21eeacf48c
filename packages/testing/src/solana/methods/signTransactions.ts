import { isRecord, type StandardAccount } from '@latchkey/core'
import { base58, base64 } from '@scure/base'
import type { VersionedTransaction } from '@solana/web3.js'
import { describeTransaction } from '../transaction/describeTransaction.js'
import { readTransaction, signBytes } from '../transaction/signBytes.js'
import { findSigner } from './findSigner.js'
import type { WalletCall, WalletContext } from './walletMethod.js'

type Input = {
  readonly account: StandardAccount
  readonly transaction: Uint8Array
  readonly options?: Readonly<Record<string, unknown>> | undefined
}

/** `solana:signTransaction`: all inputs with one consent. */
export async function signTransactions(
  context: WalletContext,
  call: WalletCall,
): Promise<readonly { readonly signedTransaction: Uint8Array }[]> {
  const signed = await sign(context, call, 'sign')
  return signed.map((signedTransaction) => ({ signedTransaction }))
}

/** `solana:signAndSendTransaction`: signs all with one consent, and sends them in their order. */
export async function signAndSendTransactions(
  context: WalletContext,
  call: WalletCall,
): Promise<readonly { readonly signature: Uint8Array }[]> {
  const signed = await sign(context, call, 'send')
  const sent: { readonly signature: Uint8Array }[] = []
  for (const [index, bytes] of signed.entries()) {
    const { options } = (call.inputs as readonly Input[])[index] ?? {}
    const config = { preflightCommitment: 'confirmed', ...options, encoding: 'base64' }
    const id = await context.forward('sendTransaction', [base64.encode(bytes), config])
    sent.push({ signature: base58.decode(String(id)) })
  }
  return sent
}

async function sign(context: WalletContext, call: WalletCall, kind: 'sign' | 'send'): Promise<readonly Uint8Array[]> {
  const { state, script, forward } = context
  const signings = (call.inputs as readonly Input[]).map(({ account, transaction }) => ({
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
