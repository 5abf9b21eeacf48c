import {
  type Connection,
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  NonceAccount,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js'

export type Nonce = {
  readonly address: string
  /** First instruction of a transaction that uses the nonce. */
  readonly advance: TransactionInstruction
  readonly read: () => Promise<string>
}

/** Creates a nonce account whose authority is this key. */
export async function createNonce(connection: Connection, secretKey: Uint8Array): Promise<Nonce> {
  const [owner, account] = [Keypair.fromSecretKey(secretKey), Keypair.generate()]
  const create = SystemProgram.createNonceAccount({
    fromPubkey: owner.publicKey,
    noncePubkey: account.publicKey,
    authorizedPubkey: owner.publicKey,
    lamports: await connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH),
  })
  await sendAndConfirmTransaction(connection, new Transaction().add(create), [owner, account])
  return {
    address: account.publicKey.toBase58(),
    advance: SystemProgram.nonceAdvance({ noncePubkey: account.publicKey, authorizedPubkey: owner.publicKey }),
    async read() {
      const info = await connection.getAccountInfo(new PublicKey(account.publicKey))
      if (!info) throw new Error('The nonce account is not there.')
      return NonceAccount.fromAccountData(info.data).nonce
    },
  }
}
