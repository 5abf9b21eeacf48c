import { isSameBytes } from '../encoding.js'
import type { Instruction, SolanaMessage } from './parseTransaction.js'
import { programs } from './programs.js'

/**
 * Describes a change by the wallet that isn't allowed; null if there is none. A wallet may set a newer blockhash, set the
 * compute budget, and add guards. It has to keep the fee payer, the signers, and all other instructions with their accounts
 * in order. If others have signed already, or a durable nonce is used, it may change nothing, as that would invalidate the
 * transaction.
 */
export function compareMessages(requested: SolanaMessage, signed: SolanaMessage): string | null {
  const others = requested.signatures.filter((signature) => signature.some((byte) => byte !== 0))
  const kept = others.filter((signature) => signed.signatures.some((own) => isSameBytes(own, signature)))
  if (kept.length < others.length) return 'it dropped a signature of another signer'
  if (isSameBytes(requested.bytes, signed.bytes)) return null
  if (others.length > 0) return 'it changed what others have signed already'
  if (requested.version !== signed.version) return 'it changed the version'
  if (requested.keys[0] !== signed.keys[0]) return 'it changed who pays the fee'
  if (toSigners(requested).join() !== toSigners(signed).join()) return 'it changed who has to sign'
  if (getNonceAccount(requested) && requested.lifetime !== signed.lifetime) return 'it changed the durable nonce'
  return compareInstructions(requested, signed)
}

function compareInstructions(requested: SolanaMessage, signed: SolanaMessage): string | null {
  const isBudget = (message: SolanaMessage, { program }: Instruction): boolean =>
    message.keys[program] === programs.computeBudget
  const expected = requested.instructions.filter((instruction) => !isBudget(requested, instruction))
  let next = 0
  for (const [index, instruction] of signed.instructions.entries()) {
    const wanted = expected[next]
    if (wanted && toText(requested, wanted) === toText(signed, instruction)) {
      // a durable nonce is valid only as the first instruction
      if (next === 0 && index > 0 && getNonceAccount(requested)) return 'it put something before the durable nonce'
      next += 1
    } else if (!isBudget(signed, instruction) && signed.keys[instruction.program] !== programs.lighthouse)
      return 'it added or changed an instruction'
  }
  return next < expected.length ? 'it left out an instruction' : null
}

/** The instructions of a message as texts, without the compute budget and the guards that wallets add. */
export function toInstructionTexts(message: SolanaMessage): readonly string[] {
  const added: readonly unknown[] = [programs.computeBudget, programs.lighthouse]
  return message.instructions
    .filter(({ program }) => !added.includes(message.keys[program]))
    .map((instruction) => toText(message, instruction))
}

function toSigners({ keys, signatures }: SolanaMessage): readonly string[] {
  return keys.slice(0, signatures.length).toSorted()
}

/** An instruction as text, independent of how the message numbers its accounts. */
function toText(message: SolanaMessage, { program, accounts, data }: Instruction): string {
  return [message.keys[program], ...accounts.map((index) => toAccount(message, index)), data.join()].join(' ')
}

/** The account at an index, with its roles in the transaction (signer, writable). */
function toAccount(
  { keys, signatures, readonlySigners, readonlyOthers, lookups }: SolanaMessage,
  index: number,
): string {
  const key = keys[index]
  if (key !== undefined) {
    const isSigner = index < signatures.length
    const end = isSigner ? signatures.length - readonlySigners : keys.length - readonlyOthers
    return `${key}${isSigner ? '+s' : ''}${index < end ? '+w' : ''}`
  }
  // accounts from lookup tables follow the others: the writable ones, then the read-only ones
  const writable = lookups.flatMap(({ table, writable: own }) => own.map((at) => `${table}:${at}+w`))
  const readonly = lookups.flatMap(({ table, readonly: own }) => own.map((at) => `${table}:${at}`))
  return [...writable, ...readonly][index - keys.length] ?? ''
}

/** The data of the system program's `AdvanceNonceAccount`. */
const advanceNonce = [4, 0, 0, 0]

/** The account of the transaction's durable nonce; null if it uses a recent blockhash. */
export function getNonceAccount({ keys, instructions }: SolanaMessage): string | null {
  const [first] = instructions
  if (!first || keys[first.program] !== programs.system) return null
  const isAdvance = first.data.length === 4 && advanceNonce.every((byte, index) => first.data[index] === byte)
  return (isAdvance && keys[first.accounts[0] ?? -1]) || null
}
