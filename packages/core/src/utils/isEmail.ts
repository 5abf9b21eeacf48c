/** RFC 5321: characters of an address as a whole, and of the part before the @. */
const longest = 254
const longestLocal = 64

/** RFC 5322 dot-atom: what people have as addresses; no quotes, no comments. */
const local = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
/** A label of a domain name (RFC 1035), and the last one, which is no number. */
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i
const last = /^([a-z]{2,63}|xn--[a-z0-9-]{0,57}[a-z0-9])$/i

/**
 * Whether a text is one email address that mail is sent to: ASCII, one @, a domain of two labels or more, 254 characters at
 * most. A domain in other letters has to be written in its `xn--` form. Nothing around it is taken off. The same rule holds
 * for the field that asks and for the site that mails. [S5.1]
 */
export function isEmail(text: string): boolean {
  if (text.length > longest) return false
  const at = text.lastIndexOf('@')
  const labels = text.slice(at + 1).split('.')
  return (
    at > 0 &&
    at <= longestLocal &&
    local.test(text.slice(0, at)) &&
    labels.length > 1 &&
    labels.every((part) => label.test(part)) &&
    last.test(labels.at(-1) ?? '')
  )
}
