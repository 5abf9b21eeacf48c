import type { SolanaInstruction } from '../../protocol/solanaSummary.js'
import { decodeAssociatedToken } from './decodeAssociatedToken.js'
import { decodeBudget } from './decodeBudget.js'
import { decodeMemo } from './decodeMemo.js'
import { decodeSystem } from './decodeSystem.js'
import { decodeToken } from './decodeToken.js'
import type { InstructionDecoder, InstructionParts } from './instructionParts.js'
import { getProgramName, programs } from './programs.js'

const decoders: { readonly [program: string]: InstructionDecoder } = {
  [programs.system]: decodeSystem,
  [programs.token]: decodeToken,
  [programs.token2022]: decodeToken,
  [programs.associatedToken]: decodeAssociatedToken,
  [programs.computeBudget]: decodeBudget,
  [programs.memo]: decodeMemo,
  [programs.memoV1]: decodeMemo,
}

/** What an instruction does; one whose bytes end too early or too late is unknown. */
export function decodeInstruction(program: string, parts: InstructionParts): SolanaInstruction {
  return (
    tryDecode(program, parts) ?? {
      type: 'unknown',
      program,
      name: getProgramName(program),
      accounts: parts.accounts.length,
      data: `0x${Buffer.from(parts.data).toString('hex')}`,
    }
  )
}

function tryDecode(program: string, parts: InstructionParts): SolanaInstruction | null {
  try {
    return (Object.hasOwn(decoders, program) && decoders[program]?.(parts)) || null
  } catch {
    return null // the reader came to the end
  }
}
