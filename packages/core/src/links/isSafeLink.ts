import { parseLink } from './parseLink.js'

/** Whether a link may be followed: an https address, the scheme of an app, or a pairing code. */
export function isSafeLink(value: unknown): value is string {
  return parseLink(value) !== null
}
