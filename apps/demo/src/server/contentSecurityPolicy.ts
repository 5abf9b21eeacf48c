/**
 * The policy that every page of the demo is served with. Scripts and styles from this origin only, no inline code, no
 * eval, no sink without Trusted Types; icons of wallets, installed or of the list, are shown as data URLs; chains,
 * relay and wallet list are the only other hosts.
 */
export function toContentSecurityPolicy(rpcUrls: readonly string[]): string {
  const chains = [...new Set(rpcUrls.map((url) => new URL(url).origin))]
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${["'self'", ...chains].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}
