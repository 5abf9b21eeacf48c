import type { SolanaAccount, SolanaInstruction } from '../../protocol/solanaSummary.js'

/** An instruction with its accounts looked up. */
export type InstructionParts = {
  readonly data: Uint8Array
  readonly accounts: readonly SolanaAccount[]
}

/** What an instruction does, or null where its program's standard does not say. Throws where bytes or accounts are missing. */
export type InstructionDecoder = (parts: InstructionParts) => SolanaInstruction | null

/** The account at a place. Throws RangeError where there is none. */
export function accountAt(accounts: readonly SolanaAccount[], index: number): SolanaAccount {
  const account = accounts[index]
  if (!account) throw new RangeError(`There is no account ${index}`)
  return account
}
