import { randomBytes } from 'node:crypto'
import { base58 } from '@scure/base'
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signatureBytes,
  blockhash as toBlockhash,
  lamports as toLamports,
} from '@solana/kit'
import { toEd25519Key } from '../devKeypair.js'
import type { SolanaChain } from './chain.js'
import { type DecodedTransaction, decodeTransaction } from './decode.js'

const airdropProgram = address('11111111111111111111111111111111')

const fee = 5_000

/**
 * Creates a signed transfer from a new faucet account, so that airdrops differ and are not limited.
 */
export function createAirdrop({ svm, blockhashes }: SolanaChain, to: Address, lamports: number): DecodedTransaction {
  const key = toEd25519Key(randomBytes(32))
  const faucet = address(base58.encode(key.publicKey))
  svm.setAccount({
    address: faucet,
    lamports: toLamports(BigInt(lamports + fee)),
    data: new Uint8Array(),
    programAddress: airdropProgram,
    executable: false,
    space: 0n,
  })
  const { blockhash, lastValidBlockHeight } = blockhashes.latest(false)
  const lifetime = { blockhash: toBlockhash(blockhash), lastValidBlockHeight: BigInt(lastValidBlockHeight) }
  const transfer = {
    programAddress: airdropProgram,
    accounts: [
      { address: faucet, role: AccountRole.WRITABLE_SIGNER },
      { address: to, role: AccountRole.WRITABLE },
    ],
    data: toTransferData(lamports),
  }
  const unsigned = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (message) => setTransactionMessageFeePayer(faucet, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
    (message) => appendTransactionMessageInstruction(transfer, message),
    (message) => compileTransaction(message),
  )
  const signature = signatureBytes(key.sign(new Uint8Array(unsigned.messageBytes)))
  const signed = { ...unsigned, signatures: { [faucet]: signature } }
  return decodeTransaction(new Uint8Array(getTransactionEncoder().encode(signed)))
}

/** The system program's instruction 2. */
function toTransferData(lamports: number): Uint8Array {
  const data = Buffer.alloc(12)
  data.writeUInt32LE(2, 0)
  data.writeBigUInt64LE(BigInt(lamports), 4)
  return new Uint8Array(data)
}
