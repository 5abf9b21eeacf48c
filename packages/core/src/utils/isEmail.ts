/**
 * RFC 5321: 254 characters as a whole, 64 before the @. RFC 5322 dot-atom there: what people have as addresses; no quotes, no
 * comments. Behind it labels of a domain name (RFC 1035), of which the last is no number.
 */
const pattern =
  /^(?=.{1,254}$)(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+([a-z]{2,63}|xn--[a-z\d-]{0,57}[a-z\d])$/i

/**
 * Whether a text is one email address that mail is sent to: ASCII, one @, a domain of two labels or more, 254 characters at
 * most. A domain in other letters has to be written in its `xn--` form. Nothing around it is taken off. The same rule holds
 * for the field that asks and for the site that mails. [S5.1]
 */
export function isEmail(text: string): boolean {
  return pattern.test(text)
}
