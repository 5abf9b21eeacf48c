import { randomBytes } from 'node:crypto'
import { parsePrintedCode } from '../../printed/printedCode.js'
import { appendAudit } from '../audit/appendAudit.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import type { Queryable } from '../database/queryable.js'
import { parseEmail } from '../email/parseEmail.js'
import { sealEmail, toEmailIndex } from '../email/sealedEmail.js'
import { takeSlots } from '../limits/takeSlots.js'
import { toNetwork } from '../limits/toNetwork.js'
import { announce } from '../notices/announce.js'
import { assertWalletActive, findFormerOwner } from '../notices/freeze.js'
import { assertRow, toRowMac } from '../sealing/rowMac.js'
import { toMac } from '../sealing/toMac.js'
import { findIdentity } from '../users/identity.js'
import { recoveryTimes, toRecoveryHash } from './recovery.js'

const wrong = (): CustodyFault => new CustodyFault('Invalid code', { code: 'CODE_WRONG' })

/**
 * Begins to move a wallet to another mailbox, by the printed code alone, which is used up. The user is notified, and may cancel it
 * for 72 hours; after that whoever logs in with the new address has the wallet.
 */
export async function startRecovery(
  call: Call,
  params: { readonly printed: string; readonly email: string },
): Promise<{ readonly dueAt: number }> {
  const { custody, caller, asker, ip } = call
  const { project } = caller
  const email = parseEmail(params.email)
  if (email === null) throw new CustodyFault('This is no email address.', { code: 'INVALID_EMAIL' })
  const secret = parsePrintedCode(params.printed)
  if (secret === null) throw wrong()
  const slots = [{ limit: custody.emailLimits.source, subject: toMac(custody.keys.tokens, ['network', toNetwork(ip)]) }]
  // counted also where the code is wrong
  await custody.database.inTransaction((client) => takeSlots(client, { slots, now: custody.now() }))
  return custody.database.inTransaction(async (client) => ({ dueAt: await begin(client, email) }))

  async function begin(client: Queryable, email: string): Promise<number> {
    const [row] = await client.query<{ user_id: string; code_hash: Buffer; created_at: string; mac: Buffer }>(
      `DELETE FROM recovery_codes USING users WHERE code_hash = $1 AND users.id = user_id AND users.project = $2
       RETURNING user_id, code_hash, recovery_codes.created_at, recovery_codes.mac`,
      [toRecoveryHash(custody, secret ?? new Uint8Array()), project],
    )
    if (!row) throw wrong()
    assertRow(custody.keys, 'recovery_codes', row)
    const userId = row.user_id
    await assertWalletActive(custody, client, userId)
    const emailIndex = toEmailIndex(custody, email)
    const taken =
      (await findIdentity(custody, client, { project, emailIndex })) ??
      (await findFormerOwner(custody, client, { project, emailIndex }))
    if (taken) throw new CustodyFault('Somebody logs in with this email address already.', { code: 'EMAIL_TAKEN' })
    const now = custody.now()
    const id = randomBytes(16).toString('hex')
    const next = {
      ...{ id, project, user_id: userId, email_index: emailIndex, email: sealEmail(custody, email, id) },
      ...{ created_at: now, due_at: now + recoveryTimes.wait, valid_until: now + recoveryTimes.open },
    }
    await client.query('DELETE FROM recoveries WHERE user_id = $1', [userId])
    const all = { ...next, mac: toRowMac(custody.keys, 'recoveries', next) }
    const names = Object.keys(all)
    await client.query(
      `INSERT INTO recoveries (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(all),
    )
    await announce(custody, client, {
      ...{ event: 'recovery.started', project, userId, asker },
      others: [{ email, text: 'recovery.started.next' }],
    })
    await appendAudit(custody, client, { event: 'recovery.started', user: userId, device: caller.deviceId })
    return next.due_at
  }
}
