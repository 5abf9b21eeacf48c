import type { IncomingMessage } from 'node:http'
import { SiteFault } from './SiteFault.js'

/**
 * Throws unless a page of this very site asks. Browsers say so by `Sec-Fetch-Site` or `Origin`, and pages cannot change
 * either: no form, image or script of another site acts with a visitor's cookie here.
 */
export function assertOwnPage({ headers }: IncomingMessage, { origin }: { origin: string }): void {
  const from = headers['sec-fetch-site']
  const isOwn =
    (from === undefined || from === 'same-origin') &&
    (headers.origin === undefined ? from !== undefined : headers.origin === origin)
  if (!isOwn) throw new SiteFault('Only pages of this site may ask that.', { status: 403, code: 'FOREIGN_PAGE' })
}
