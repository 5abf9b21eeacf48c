import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  type VersionedMessage,
} from '@solana/web3.js'
import type { SolanaLie } from '../solanaWalletScript.js'

export type BendOptions = {
  readonly lie: SolanaLie | undefined
  /** An address of nobody. */
  readonly stranger: Uint8Array
  /** The newest blockhash. */
  readonly readBlockhash: () => Promise<string>
}

/** Does to a message what the lie says. Messages with address tables keep their instructions. */
export async function bendMessage(
  message: VersionedMessage,
  { lie, stranger, readBlockhash }: BendOptions,
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
