import { isSafeUrl } from '../http/isSafeUrl.js'

/**
 * Whether a text is the address of a paymaster: https, or http on this machine, without user and fragment. It is compared with what
 * an app names letter by letter. [ERC-7677]
 */
export function isPaymasterUrl(text: string): boolean {
  if (text.length > 2_048 || /[\s#]/.test(text) || !isSafeUrl(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
