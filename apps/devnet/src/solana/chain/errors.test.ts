import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { instructionErrors, toTransactionError, transactionErrors } from './errors.js'

/** The names of one of litesvm's enums, which exist only in its declarations, by number. */
function readEnum(name: string): string[] {
  const folder = dirname(createRequire(import.meta.url).resolve('litesvm'))
  const text = readFileSync(join(folder, 'internal.d.ts'), 'utf8')
  const body = new RegExp(`enum ${name} \\{([^}]*)\\}`).exec(text)?.[1] ?? ''
  const names: string[] = []
  for (const [, member = '', index] of body.matchAll(/(\w+) = (\d+)/g)) names[Number(index)] = member
  return names
}

describe('the errors of a transaction', () => {
  it('stand in the order of the runtime', () => {
    expect(transactionErrors.map(([name]) => name)).toEqual(readEnum('TransactionErrorFieldless'))
    expect(instructionErrors).toEqual(readEnum('InstructionErrorFieldless'))
  })

  it('are told as a node tells them', () => {
    expect(toTransactionError(7)).toEqual({ err: 'BlockhashNotFound', words: 'Blockhash not found' })
  })
})
