import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import type { ChallengeRow } from '../challenges/challenge.js'
import { compareCode, useChallenge } from '../challenges/compareCode.js'
import { sendChallenge } from '../challenges/sendChallenge.js'
import { unsealEmail } from '../email/sealedEmail.js'
import { writeSecondaryLetter } from '../mail/letters.js'
import { assertNotGuessed } from './assertNotGuessed.js'
import { getUpdater } from './getUpdater.js'

/** Takes the code of the old mailbox, and mails one to the new address. Where that fails, the same code does it again for a minute. */
export async function confirmPrimary(call: Call, { code }: { readonly code: string }): Promise<Record<string, never>> {
  const { custody, caller, asker, ip } = call
  const userId = getUpdater(caller)
  const compared = await compareCode(custody, { caller, purpose: 'primary', code })
  const { challenge } = compared
  const { change_id: id, next_email: sealed } = challenge
  if (challenge.user_id !== userId || id === null || sealed === null)
    throw new CustodyFault('Ask for a code first.', { code: 'NO_CHALLENGE' })
  await custody.database.inTransaction((client) => useChallenge(custody, client, compared))
  if (await hasSecondary(call, challenge)) return {}
  await sendChallenge(custody, {
    caller,
    asker,
    ip,
    purpose: 'secondary',
    email: unsealEmail(custody, sealed, `${challenge.id} next`),
    change: { userId, id },
    event: 'update.asked',
    decide: async (client) => {
      if (challenge.next_index) await assertNotGuessed(custody, client, challenge.next_index)
      return { mails: 'code', isKnown: false }
    },
    write: ({ secret }) => writeSecondaryLetter({ ...asker, code: secret }),
  })
  return {}
}

async function hasSecondary({ custody }: Call, { change_id }: ChallengeRow): Promise<boolean> {
  const rows = await custody.database.query(
    "SELECT 1 FROM challenges WHERE change_id = $1 AND purpose = 'secondary' AND state = 'open'",
    [change_id],
  )
  return rows.length > 0
}
