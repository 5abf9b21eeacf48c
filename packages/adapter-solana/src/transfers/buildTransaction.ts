import {
  type AccountMeta,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  type TransactionInstructionCtorFields,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { programs } from '../transactions/programs.js'

// All that needs @solana/web3.js, which is loaded with this module.

export type SolTransfer = {
  readonly from: string
  readonly to: string
  readonly lamports: bigint
  readonly blockhash: string
}

/** Builds an unsigned transfer of SOL, as a legacy transaction, which every wallet supports. */
export function buildSolTransfer({ from, to, lamports, blockhash }: SolTransfer): Uint8Array {
  const payerKey = new PublicKey(from)
  const transfer = SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: new PublicKey(to), lamports })
  const message = new TransactionMessage({ payerKey, recentBlockhash: blockhash, instructions: [transfer] })
  return new VersionedTransaction(message.compileToLegacyMessage()).serialize()
}

export type TokenTransfer = {
  /** The sender's address. */
  readonly from: string
  /** The receiver's address. */
  readonly to: string
  readonly mint: string
  readonly program: string
  /** The token accounts of sender and receiver. */
  readonly source: string
  readonly target: string
  /** Whether the target has to be created. */
  readonly isNew: boolean
  readonly amount: bigint
  readonly decimals: number
  readonly blockhash: string
}

/** `CreateIdempotent` of the associated token account program, and `TransferChecked` of both token programs. */
const codes = { createIdempotent: 1, transferChecked: 12 } as const

/** Builds an unsigned transfer of an SPL token, as a legacy transaction, which every wallet supports. */
export function buildTokenTransfer(transfer: TokenTransfer): Uint8Array {
  const { from, to, mint, program, source, target, isNew, blockhash } = transfer
  const create = toInstruction(
    programs.tokenAccounts,
    [codes.createIdempotent],
    [[from, 'payer'], [target, 'writable'], [to], [mint], [programs.system], [program]],
  )
  const move = toInstruction(program, toData(transfer), [
    [source, 'writable'],
    [mint],
    [target, 'writable'],
    [from, 'payer'],
  ])
  const message = new TransactionMessage({
    payerKey: new PublicKey(from),
    recentBlockhash: blockhash,
    instructions: isNew ? [create, move] : [move],
  })
  return new VersionedTransaction(message.compileToLegacyMessage()).serialize()
}

/** The instruction code, the amount in eight bytes (little-endian), and the decimals, which the program checks. */
function toData({ amount, decimals }: TokenTransfer): readonly number[] {
  const bytes = Array.from({ length: 8 }, (_, index) => Number((amount >> BigInt(8 * index)) & 255n))
  return [codes.transferChecked, ...bytes, decimals]
}

type Key = readonly [address: string, role?: 'payer' | 'writable']

function toInstruction(program: string, data: readonly number[], keys: readonly Key[]): TransactionInstruction {
  const fields: Omit<TransactionInstructionCtorFields, 'data'> & { readonly data: Uint8Array } = {
    programId: new PublicKey(program),
    keys: keys.map(
      ([address, role]): AccountMeta => ({
        pubkey: new PublicKey(address),
        isSigner: role === 'payer',
        isWritable: role !== undefined,
      }),
    ),
    data: Uint8Array.from(data),
  }
  // typed as Node's Buffer, but any bytes work
  return new TransactionInstruction(fields as TransactionInstructionCtorFields)
}

/** The address of an owner's associated token account for a mint. */
export function toTokenAccount(owner: string, mint: string, program: string): string {
  const seeds = [owner, program, mint].map((key) => new PublicKey(key).toBytes())
  const [account] = PublicKey.findProgramAddressSync(seeds, new PublicKey(programs.tokenAccounts))
  return account.toBase58()
}

/** The address of a mint's metadata (Metaplex). */
export function toMetadataAccount(mint: string): string {
  const program = new PublicKey(programs.metadata)
  const seeds = [new TextEncoder().encode('metadata'), program.toBytes(), new PublicKey(mint).toBytes()]
  const [account] = PublicKey.findProgramAddressSync(seeds, program)
  return account.toBase58()
}
