import {
  ComputeBudgetProgram,
  PublicKey,
  SystemInstruction,
  SystemProgram,
  TransactionMessage,
  type VersionedMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { createRpcError } from '../../scripted/rpc.js'
import type { SolanaLie } from '../solanaWallet.js'
import { createStranger, type Key, signOrLie } from '../state/createKeys.js'

/** Parses a transaction, legacy or versioned. Throws -32602 for anything else. */
export function readTransaction(bytes: unknown): VersionedTransaction {
  try {
    return VersionedTransaction.deserialize(bytes as Uint8Array)
  } catch (cause) {
    throw Object.assign(createRpcError(-32_602, 'Expected a serialized transaction.'), { cause })
  }
}

export type SignOptions = {
  readonly key: Key
  readonly lie: SolanaLie | undefined
  readonly readBlockhash: () => Promise<string>
}

/** Signs the transaction, after changing it according to the scripted lie. */
export async function signBytes(
  transaction: VersionedTransaction,
  { key, lie, readBlockhash }: SignOptions,
): Promise<Uint8Array> {
  const stranger = createStranger().publicKey
  const bent = await tamperMessage(transaction.message, { lie, stranger, readBlockhash })
  const signed = bent === transaction.message ? transaction : new VersionedTransaction(bent)
  const index = bent.staticAccountKeys.findIndex((item) => item.toBase58() === key.address)
  if (index < 0 || index >= bent.header.numRequiredSignatures)
    throw createRpcError(-32_602, 'The transaction does not require a signature of this account.')
  signed.signatures[index] = signOrLie(key, bent.serialize(), lie)
  return signed.serialize()
}

export type TamperOptions = {
  readonly lie: SolanaLie | undefined
  /** An unknown address. */
  readonly stranger: Uint8Array
  /** The latest blockhash. */
  readonly readBlockhash: () => Promise<string>
}

/** Changes a message according to the scripted lie. Messages with address tables keep their instructions. */
async function tamperMessage(
  message: VersionedMessage,
  { lie, stranger, readBlockhash }: TamperOptions,
): Promise<VersionedMessage> {
  if (lie === 'replacedBlockhash') {
    message.recentBlockhash = await readBlockhash()
    return message
  }
  if (lie !== 'addedBudget' && lie !== 'addedInstruction' && lie !== 'otherPayer') return message
  const whole = TransactionMessage.decompile(message)
  const other = new PublicKey(stranger)
  if (lie === 'addedBudget')
    whole.instructions.unshift(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000 }))
  if (lie === 'addedInstruction')
    whole.instructions.push(SystemProgram.transfer({ fromPubkey: whole.payerKey, toPubkey: other, lamports: 1 }))
  if (lie === 'otherPayer') whole.payerKey = other
  return message.version === 'legacy' ? whole.compileToLegacyMessage() : whole.compileToV0Message()
}

const lamportsPerSol = 1_000_000_000

/** The prompt's text: SOL transfers in words, anything else by its number of instructions. */
export function describeTransaction(message: VersionedMessage): string {
  const count = message.compiledInstructions.length
  const other = `a transaction of ${count} ${count === 1 ? 'instruction' : 'instructions'}`
  if (message.addressTableLookups.length > 0) return other
  const [first, ...more] = TransactionMessage.decompile(message).instructions
  if (!first?.programId.equals(SystemProgram.programId) || more.length > 0) return other
  if (SystemInstruction.decodeInstructionType(first) !== 'Transfer') return other
  const { lamports, toPubkey } = SystemInstruction.decodeTransfer(first)
  return `${Number(lamports) / lamportsPerSol} SOL to ${toPubkey.toBase58()}`
}
