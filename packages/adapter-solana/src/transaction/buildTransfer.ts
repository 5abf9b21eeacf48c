import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'

export type TransferRequest = {
  readonly from: string
  readonly to: string
  readonly lamports: bigint
  readonly blockhash: string
}

/** A transfer of SOL, not signed yet: a legacy transaction, which every wallet takes. */
export function buildTransfer({ from, to, lamports, blockhash }: TransferRequest): Uint8Array {
  const payerKey = new PublicKey(from)
  const transfer = SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: new PublicKey(to), lamports })
  const message = new TransactionMessage({ payerKey, recentBlockhash: blockhash, instructions: [transfer] })
  return new VersionedTransaction(message.compileToLegacyMessage()).serialize()
}
