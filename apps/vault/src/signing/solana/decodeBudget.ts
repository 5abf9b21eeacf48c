import { createReader } from './createReader.js'
import type { InstructionDecoder } from './instructionParts.js'

const settings = {
  1: ['heapFrame', 4],
  2: ['unitLimit', 4],
  3: ['unitPrice', 8],
  4: ['dataLimit', 4],
} as const

/** The compute budget program: units, and micro-lamports for each. */
export const decodeBudget: InstructionDecoder = ({ data }) => {
  const reader = createReader(data)
  const kind = reader.byte()
  const entry = Object.hasOwn(settings, kind) ? settings[kind as keyof typeof settings] : undefined
  if (!entry) return null
  const [setting, length] = entry
  const value = reader.uint(length).toString()
  return reader.offset() === data.length ? { type: 'budget', setting, value } : null
}
