import { InvalidWalletReplyError } from '@latchkey/core/plugin'
import { copyBytes } from '../bytes.js'

/** The bytes in one field of each output. Throws `INVALID_WALLET_REPLY` where there is not one output for each input. */
export function readOutputs(reply: unknown, field: string, count: number): readonly Uint8Array[] {
  const outputs = readList(reply, field)
  const isWhole = outputs?.length === count && outputs.every((bytes) => bytes !== null)
  if (!isWhole) throw new InvalidWalletReplyError({ details: `${field}: not ${count} times bytes.` })
  return outputs
}

/** The same of a single output. */
export function readOutput(reply: unknown, field: string): Uint8Array {
  const [bytes = new Uint8Array()] = readOutputs(reply, field, 1)
  return bytes
}

function readList(reply: unknown, field: string): readonly (Uint8Array | null)[] | null {
  try {
    if (!Array.isArray(reply)) return null
    return reply.slice(0, 1_000).map((output: unknown) => copyBytes((output as Record<string, unknown>)[field]))
  } catch {
    return null // a getter of a foreign object
  }
}
