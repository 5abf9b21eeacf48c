import { readFile } from 'node:fs/promises'
import { parseSpendLimits, type SpendLimits } from './parseSpendLimits.js'

/** The limits of a file. Throws with its name where it cannot be read, or says something else. */
export async function readSpendLimits(file: string): Promise<SpendLimits> {
  const text = await readFile(file, 'utf8')
  try {
    return parseSpendLimits(text)
  } catch (cause) {
    throw new Error(`${file}: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
