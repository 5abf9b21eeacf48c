import { FarcasterFailedError } from '../../errors/social.js'
import { isRecord } from '../../utils/isRecord.js'

/** Names of the machine itself (RFC 6761): for a Farcaster of one's own. */
const loopback = /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/

/**
 * The link to follow on the phone, as it is shown and put into a code: an https address. Throws `FARCASTER_FAILED` for anything
 * else.
 */
export function toPhoneLink(reply: unknown): string {
  const url = isRecord(reply) ? reply['url'] : undefined
  if (typeof url === 'string' && url.length <= 2_048 && URL.canParse(url)) {
    const { protocol, hostname, username, password, href } = new URL(url)
    const isSafe = protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname))
    if (isSafe && !username && !password) return href
  }
  throw new FarcasterFailedError({ details: 'No link came to follow on the phone.' })
}
