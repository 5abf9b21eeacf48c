import type { LinkReply, LinkRequest } from '../../protocol/custody.js'
import { appendAudit } from '../audit/appendAudit.js'
import { type ChallengeRow, challengeTimes } from '../challenges/challenge.js'
import { toLinkHash } from '../challenges/insertChallenge.js'
import type { Custody } from '../custody.js'
import { assertRow } from '../sealing/rowMac.js'

/**
 * What a mailed link is about; only `approve` changes anything, so that those who fetch links to check them approve nothing. It is
 * good once; the same press, sent again within a minute, is told the same. [security.md F16, I10]
 */
export async function answerLink(custody: Custody, { token, approve }: LinkRequest): Promise<LinkReply> {
  const { database, keys, now } = custody
  return database.inTransaction(async (client) => {
    const time = now()
    const [challenge] = await client.query<ChallengeRow>(
      "SELECT * FROM challenges WHERE link_hash = $1 AND state IN ('open', 'sending') FOR UPDATE",
      [toLinkHash(custody, token)],
    )
    if (!challenge) return { status: 'gone' }
    assertRow(keys, 'challenges', challenge)
    const { origin, browser, place } = challenge
    const expiresAt = Number(challenge.link_expires_at)
    const shown = { origin, browser, expiresAt, ...(place !== null && { place }) }
    if (challenge.approved_at !== null) {
      const isRepeat = approve && time - Number(challenge.approved_at) <= challengeTimes.repeat
      return isRepeat ? { status: 'approved', ...shown } : { status: 'gone' }
    }
    if (time >= expiresAt) return { status: 'gone' }
    if (!approve) return { status: 'open', ...shown }
    await client.query('UPDATE challenges SET approved_at = $2 WHERE id = $1', [challenge.id, time])
    await appendAudit(custody, client, { event: 'login.linkApproved', challenge: challenge.id })
    return { status: 'approved', ...shown }
  })
}
