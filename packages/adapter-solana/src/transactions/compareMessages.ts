import { isSameBytes } from '../encoding.js'
import type { Instruction, SolanaMessage } from './parseTransaction.js'
import { programs } from './programs.js'

/**
 * What a wallet has changed that it must not, in a few words; null where it signed what was asked for. It may set a
 * newer blockhash, set the compute budget, and add guards. The fee payer, the signers and every other instruction stay,
 * with the same accounts in the same order. Where others have signed already, or a durable nonce is used, nothing may
 * change, as that would make the transaction void.
 */
export function compareMessages(asked: SolanaMessage, signed: SolanaMessage): string | null {
  const others = asked.signatures.filter((signature) => signature.some((byte) => byte !== 0))
  const kept = others.filter((signature) => signed.signatures.some((own) => isSameBytes(own, signature)))
  if (kept.length < others.length) return 'it dropped a signature of another signer'
  if (isSameBytes(asked.bytes, signed.bytes)) return null
  if (others.length > 0) return 'it changed what others have signed already'
  if (asked.version !== signed.version) return 'it changed the version'
  if (asked.keys[0] !== signed.keys[0]) return 'it changed who pays the fee'
  if (toSigners(asked).join() !== toSigners(signed).join()) return 'it changed who has to sign'
  if (getNonceAccount(asked) && asked.lifetime !== signed.lifetime) return 'it changed the durable nonce'
  return compareInstructions(asked, signed)
}

function compareInstructions(asked: SolanaMessage, signed: SolanaMessage): string | null {
  const isBudget = (message: SolanaMessage, { program }: Instruction): boolean =>
    message.keys[program] === programs.computeBudget
  const expected = asked.instructions.filter((instruction) => !isBudget(asked, instruction))
  let next = 0
  for (const [index, instruction] of signed.instructions.entries()) {
    const wanted = expected[next]
    if (wanted && toText(asked, wanted) === toText(signed, instruction)) {
      // a durable nonce counts only as the first instruction
      if (next === 0 && index > 0 && getNonceAccount(asked)) return 'it put something before the durable nonce'
      next += 1
    } else if (!isBudget(signed, instruction) && signed.keys[instruction.program] !== programs.lighthouse)
      return 'it added or changed an instruction'
  }
  return next < expected.length ? 'it left out an instruction' : null
}

/** What a message does, instruction by instruction: without the compute budget, and without the guards that wallets add. */
export function toInstructionTexts(message: SolanaMessage): readonly string[] {
  const added: readonly unknown[] = [programs.computeBudget, programs.lighthouse]
  return message.instructions
    .filter(({ program }) => !added.includes(message.keys[program]))
    .map((instruction) => toText(message, instruction))
}

function toSigners({ keys, signatures }: SolanaMessage): readonly string[] {
  return keys.slice(0, signatures.length).toSorted()
}

/** An instruction without regard to how the message counts its accounts. */
function toText(message: SolanaMessage, { program, accounts, data }: Instruction): string {
  return [message.keys[program], ...accounts.map((index) => toAccount(message, index)), data.join()].join(' ')
}

/** The account behind an index, with what the transaction may do to it. */
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
  // looked up ones come after the others: all that are written, then all that are only read
  const writable = lookups.flatMap(({ table, writable: own }) => own.map((at) => `${table}:${at}+w`))
  const readonly = lookups.flatMap(({ table, readonly: own }) => own.map((at) => `${table}:${at}`))
  return [...writable, ...readonly][index - keys.length] ?? ''
}

/** `AdvanceNonceAccount` of the system program, as it begins its data. */
const advanceNonce = [4, 0, 0, 0]

/** The account of the durable nonce that the transaction lives by, or null where it lives by a recent blockhash. */
export function getNonceAccount({ keys, instructions }: SolanaMessage): string | null {
  const [first] = instructions
  if (!first || keys[first.program] !== programs.system) return null
  const isAdvance = first.data.length === 4 && advanceNonce.every((byte, index) => first.data[index] === byte)
  return (isAdvance && keys[first.accounts[0] ?? -1]) || null
}
