import type { LinkReply, LinkRequest } from '../../protocol/custody.js'
import { appendAudit } from '../audit/appendAudit.js'
import { challengeTimes } from '../challenges/challenge.js'
import { changeChallenge, lockChallenges } from '../challenges/challengeStore.js'
import { toLinkHash } from '../challenges/insertChallenge.js'
import type { Custody } from '../custody.js'

/**
 * What a mailed link is about; only `approve` changes anything, so that those who fetch links to check them approve nothing. It is
 * good once; the same press, sent again within a minute, is told the same. [security.md F16, I10]
 */
export async function answerLink(custody: Custody, { token, approve }: LinkRequest): Promise<LinkReply> {
  const { database, now } = custody
  return database.inTransaction(async (client) => {
    const time = now()
    const condition = "link_hash = $1 AND state IN ('open', 'sending')"
    const [challenge] = await lockChallenges(custody, client, { condition, values: [toLinkHash(custody, token)] })
    if (!challenge) return { status: 'gone' }
    const { origin, browser, place } = challenge
    const expiresAt = Number(challenge.link_expires_at)
    const shown = { origin, browser, expiresAt, ...(place !== null && { place }) }
    if (challenge.approved_at !== null) {
      const isRepeat = approve && time - Number(challenge.approved_at) <= challengeTimes.repeat
      return isRepeat ? { status: 'approved', ...shown } : { status: 'gone' }
    }
    if (time >= expiresAt) return { status: 'gone' }
    if (!approve) return { status: 'open', ...shown }
    await changeChallenge(custody, client, { challenge, change: { approved_at: time } })
    await appendAudit(custody, client, { event: 'login.linkApproved', challenge: challenge.id })
    return { status: 'approved', ...shown }
  })
}
