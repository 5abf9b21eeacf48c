/**
 * RFC 5321: at most 254 characters, at most 64 before the @. The local part is an RFC 5322 dot-atom, without quotes and
 * comments. The domain is a list of RFC 1035 labels, the last of which is not numeric.
 */
const pattern =
  /^(?=.{1,254}$)(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+([a-z]{2,63}|xn--[a-z\d-]{0,57}[a-z\d])$/i

/**
 * Whether a string is one deliverable email address: ASCII, one @, a domain of at least two labels, at most 254
 * characters. International domains must be in `xn--` form. The string is not trimmed. The input field and the site
 * that sends the email use the same rule. [S5.1]
 */
export function isEmail(text: string): boolean {
  return pattern.test(text)
}
