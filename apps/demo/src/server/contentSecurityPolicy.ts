export type PolicyOptions = {
  /** Addresses that pages ask. */
  readonly services: readonly string[]
  /** Addresses that they show in a frame. */
  readonly frames: readonly (string | undefined)[]
}

/**
 * The policy that every page of the demo is served with. Scripts and styles from this origin only, no inline code, no
 * eval, no sink without Trusted Types; icons of wallets, installed or of the list, are shown as data URLs; chains,
 * relay and wallet list are the only other hosts, the secure site of the embedded wallet the only frame.
 */
export function toContentSecurityPolicy({ services, frames }: PolicyOptions): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${["'self'", ...toOrigins(services)].join(' ')}`,
    `frame-src ${toOrigins(frames).join(' ') || "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

function toOrigins(urls: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(urls.flatMap((url) => (url === undefined ? [] : [new URL(url).origin])))]
}
