import type { SolanaInstruction } from '../../protocol/solanaSummary.js'

/** Lamports for each signature. */
const perSignature = 5_000n
/** Compute units of an instruction where none are asked for, and of a whole transaction at most. */
const unitsEach = 200_000n
const unitsMost = 1_400_000n

/** Lamports that a transaction takes at most: its signatures, and its compute units at their price. */
export function toSolanaFee(instructions: readonly SolanaInstruction[], signatures: number): bigint {
  const find = (setting: 'unitLimit' | 'unitPrice'): bigint | undefined => {
    const found = instructions.find((one) => one.type === 'budget' && one.setting === setting)
    return found?.type === 'budget' ? BigInt(found.value) : undefined
  }
  const others = BigInt(instructions.filter(({ type }) => type !== 'budget').length)
  const asked = find('unitLimit') ?? others * unitsEach
  const units = asked < unitsMost ? asked : unitsMost
  const micro = units * (find('unitPrice') ?? 0n)
  return BigInt(signatures) * perSignature + (micro + 999_999n) / 1_000_000n
}
