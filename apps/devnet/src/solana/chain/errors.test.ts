import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { instructionErrors, toTransactionError, transactionErrors } from './errors.js'

/** The member names of a litesvm enum by number. The enums exist only in its type declarations. */
function readEnum(name: string): string[] {
  const folder = dirname(createRequire(import.meta.url).resolve('litesvm'))
  const text = readFileSync(join(folder, 'internal.d.ts'), 'utf8')
  const body = new RegExp(`enum ${name} \\{([^}]*)\\}`).exec(text)?.[1] ?? ''
  const names: string[] = []
  for (const [, member = '', index] of body.matchAll(/(\w+) = (\d+)/g)) names[Number(index)] = member
  return names
}

describe('the errors of a transaction', () => {
  it('are in the order of the runtime', () => {
    expect(transactionErrors.map(([name]) => name)).toEqual(readEnum('TransactionErrorFieldless'))
    expect(instructionErrors).toEqual(readEnum('InstructionErrorFieldless'))
  })

  it('have the name and message that a node returns', () => {
    expect(toTransactionError(7)).toEqual({ err: 'BlockhashNotFound', words: 'Blockhash not found' })
  })
})
