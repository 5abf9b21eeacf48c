import type { CompiledMessage } from './decode.js'

const computeBudget = 'ComputeBudget111111111111111111111111111111'

/** Programs whose instructions contain signatures that are charged like the transaction's. */
const verifiers = [
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
]

const lamportsPerSignature = 5_000

/** Default compute units per instruction; far less for native programs. */
const defaultUnits = 200_000

const nativeUnits = 3_000

const nativePrograms = [
  '11111111111111111111111111111111',
  computeBudget,
  'Vote111111111111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
]

const maxUnits = 1_400_000

/** Computes the fee in lamports: 5,000 per signature, plus the priority fee. */
export function computeFee({ header, instructions, staticAccounts }: CompiledMessage): number {
  let signatures = header.numSignerAccounts
  let units = 0
  let limit: number | undefined
  let microLamports = 0n
  for (const { programAddressIndex, data: bytes } of instructions) {
    const program = staticAccounts[programAddressIndex] ?? ''
    const data = Buffer.from(bytes ?? [])
    if (verifiers.includes(program)) signatures += data[0] ?? 0
    units += nativePrograms.includes(program) ? nativeUnits : defaultUnits
    if (program !== computeBudget) continue
    if (data[0] === 2 && data.length >= 5) limit = data.readUInt32LE(1)
    else if (data[0] === 3 && data.length >= 9) microLamports = data.readBigUInt64LE(1)
  }
  const priority = (microLamports * BigInt(Math.min(limit ?? units, maxUnits)) + 999_999n) / 1_000_000n
  return signatures * lamportsPerSignature + Number(priority)
}
