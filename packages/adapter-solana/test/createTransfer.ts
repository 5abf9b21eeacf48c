import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'

export type TransferOptions = {
  /** Address in base58, secret key of 64 bytes. */
  readonly from: { readonly address: string; readonly secretKey: Uint8Array }
  readonly to: string
  readonly lamports?: number | undefined
  /** Default: legacy. */
  readonly version?: 'legacy' | 0 | undefined
  readonly isSigned?: boolean | undefined
  readonly blockhash?: string | undefined
  /** Instructions in place of the transfer. */
  readonly instructions?: readonly TransactionInstruction[] | undefined
}

/** Builds a transfer with `@solana/web3.js`, like an app. */
export async function createTransfer(rpcUrl: string, options: TransferOptions): Promise<Uint8Array> {
  const { from, to, lamports = 1, version = 'legacy', isSigned = false } = options
  const connection = new Connection(rpcUrl, 'confirmed')
  const blockhash = options.blockhash ?? (await connection.getLatestBlockhash()).blockhash
  const payerKey = new PublicKey(from.address)
  const transfer = SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: new PublicKey(to), lamports })
  const instructions = [...(options.instructions ?? [transfer])]
  const message = new TransactionMessage({ payerKey, recentBlockhash: blockhash, instructions })
  const compiled = version === 'legacy' ? message.compileToLegacyMessage() : message.compileToV0Message()
  const transaction = new VersionedTransaction(compiled)
  if (isSigned) transaction.sign([Keypair.fromSecretKey(from.secretKey)])
  return transaction.serialize()
}
