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

export type SolTransfer = {
  readonly from: string
  readonly to: string
  readonly lamports: bigint
  readonly blockhash: string
}

/** A transfer of SOL, not signed yet: a legacy transaction, which every wallet takes. */
export function buildSolTransfer({ from, to, lamports, blockhash }: SolTransfer): Uint8Array {
  const payerKey = new PublicKey(from)
  const transfer = SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: new PublicKey(to), lamports })
  const message = new TransactionMessage({ payerKey, recentBlockhash: blockhash, instructions: [transfer] })
  return new VersionedTransaction(message.compileToLegacyMessage()).serialize()
}

export type TokenTransfer = {
  /** The owner, who pays. */
  readonly from: string
  /** The owner who receives. */
  readonly to: string
  readonly mint: string
  readonly program: string
  /** Token accounts. */
  readonly source: string
  readonly target: string
  /** The target has to be made. */
  readonly isNew: boolean
  readonly amount: bigint
  readonly decimals: number
  readonly blockhash: string
}

/** `CreateIdempotent` of the associated token accounts, and `TransferChecked` of both token programs. */
const codes = { createIdempotent: 1, transferChecked: 12 } as const

/** A transfer of an SPL token, not signed yet: a legacy transaction, which every wallet takes. */
export function buildTokenTransfer(transfer: TokenTransfer): Uint8Array {
  const { from, to, mint, program, source, target, isNew, blockhash } = transfer
  const create = toInstruction(
    programs.tokenAccounts,
    [codes.createIdempotent],
    [[from, 'payer'], [target, 'written'], [to], [mint], [programs.system], [program]],
  )
  const move = toInstruction(program, toData(transfer), [
    [source, 'written'],
    [mint],
    [target, 'written'],
    [from, 'payer'],
  ])
  const message = new TransactionMessage({
    payerKey: new PublicKey(from),
    recentBlockhash: blockhash,
    instructions: isNew ? [create, move] : [move],
  })
  return new VersionedTransaction(message.compileToLegacyMessage()).serialize()
}

/** The code, the amount in eight bytes, lowest first, and the decimals, which the program compares with those of the mint. */
function toData({ amount, decimals }: TokenTransfer): readonly number[] {
  const bytes = Array.from({ length: 8 }, (_, index) => Number((amount >> BigInt(8 * index)) & 255n))
  return [codes.transferChecked, ...bytes, decimals]
}

type Key = readonly [address: string, role?: 'payer' | 'written']

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
  // its types ask for the bytes of Node, where any will do
  return new TransactionInstruction(fields as TransactionInstructionCtorFields)
}

/** Where an owner's tokens of a mint are, unless the owner wants it otherwise: its associated token account. */
export function toTokenAccount(owner: string, mint: string, program: string): string {
  const seeds = [owner, program, mint].map((key) => new PublicKey(key).toBytes())
  const [account] = PublicKey.findProgramAddressSync(seeds, new PublicKey(programs.tokenAccounts))
  return account.toBase58()
}

/** Where the metadata of a mint is (Metaplex). */
export function toMetadataAccount(mint: string): string {
  const program = new PublicKey(programs.metadata)
  const seeds = [new TextEncoder().encode('metadata'), program.toBytes(), new PublicKey(mint).toBytes()]
  const [account] = PublicKey.findProgramAddressSync(seeds, program)
  return account.toBase58()
}
