import { randomBytes } from 'node:crypto'
import { toPrintedCode } from '../../printed/printedCode.js'
import { takeProof } from '../account/proof.js'
import { appendAudit } from '../audit/appendAudit.js'
import type { Call } from '../calls/call.js'
import { announce } from '../notices/announce.js'
import { assertNotFrozen } from '../notices/freeze.js'
import { toRowMac } from '../sealing/rowMac.js'
import { toRecoveryHash } from './recovery.js'

/** Makes the one code that moves a wallet to another mailbox where its own is lost. Only a hash of it is kept. */
export async function printRecoveryCode(
  call: Call,
  { code }: { readonly code?: string | undefined },
): Promise<{ readonly printed: string }> {
  const { custody, caller } = call
  const { userId, use } = await takeProof(call, { purpose: 'recovery', code })
  const secret = randomBytes(16)
  const row = { user_id: userId, code_hash: toRecoveryHash(custody, secret), created_at: custody.now() }
  await custody.database.inTransaction(async (client) => {
    await assertNotFrozen(custody, client, userId)
    await use(client)
    await client.query(
      `INSERT INTO recovery_codes VALUES ($1, $2, $3, $4) ON CONFLICT (user_id) DO UPDATE
       SET code_hash = excluded.code_hash, created_at = excluded.created_at, mac = excluded.mac`,
      [userId, row.code_hash, row.created_at, toRowMac(custody.keys, 'recovery_codes', row)],
    )
    const { project, deviceId: byDevice } = caller
    await announce(custody, client, { event: 'recovery.printed', project, userId, asker: call.asker, byDevice })
    await appendAudit(custody, client, { event: 'recovery.printed', user: userId, device: caller.deviceId })
  })
  return { printed: toPrintedCode(secret) }
}
