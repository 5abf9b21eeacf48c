/**
 * Whether a text is the address of a paymaster: https, or http on this machine, without user and fragment. It is compared with what
 * an app names letter by letter. [ERC-7677]
 */
export function isPaymasterUrl(text: string): boolean {
  if (text.length > 2_048 || /[\s#]/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  const isLoopback = /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback)
}
