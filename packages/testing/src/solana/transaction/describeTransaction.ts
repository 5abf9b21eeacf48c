import { SystemInstruction, SystemProgram, TransactionMessage, type VersionedMessage } from '@solana/web3.js'

const lamportsPerSol = 1_000_000_000

/** What the user reads before signing: transfers of SOL in words, anything else by the number of its instructions. */
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
