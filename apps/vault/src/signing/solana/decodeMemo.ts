import type { InstructionDecoder } from './instructionParts.js'

/** A memo is text; the program refuses anything else. Throws TypeError for it. */
export const decodeMemo: InstructionDecoder = ({ data }) => ({
  type: 'memo',
  text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data),
})
