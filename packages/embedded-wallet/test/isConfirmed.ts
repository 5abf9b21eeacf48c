import type { Connection } from '@solana/web3.js'
import { vi } from 'vitest'

/** Whether a transaction is included without an error. Polls, as the local chain has no socket. */
export function isConfirmed(connection: Connection, signature: string): Promise<boolean> {
  return vi.waitFor(async () => {
    const { value } = await connection.getSignatureStatus(signature)
    if (value?.confirmationStatus !== 'confirmed' && value?.confirmationStatus !== 'finalized')
      throw new Error('Not confirmed yet.')
    return value.err === null
  })
}
