/** Maximum length of a link; a link with a pairing code has about 400 characters. */
const maxLength = 4_096

/**
 * Printable ASCII without characters that end or change a URL: no spaces, no invisible characters, no `\`, no quotes.
 */
const plain = /^[!#-;=?-[\]^_a-z{|}~]+$/i

const scheme = /^([a-z][a-z0-9+.-]+):/i

/** Schemes that run code, read files, wrap another URL, place calls, or reach into the system instead of a wallet. */
const deniedSchemes =
  /^(about|android-app|app-?prefs|applescript|blob|cid|content|data|dav|facetime.*|feed|file.*|filesystem|ftps?|gopher|help|hcp|http|imap|intents?|itms.*|jar|javascript|ldaps?|livescript|mailto|market|mhtml|mocha|nfs|nntp|pcast|pop|prefs|res|resource|rtsp|search|search-ms|sftp|shell|shortcuts?|smb|sms.*|ssh|tel.*|url|vbs|vbscript|vnc|wss?|wyciwyg)$|^(chrome|edge|microsoft|moz|ms|opera|safari|view|vscode|web|x-apple|x-web)[+.-]|^(chrome|edge|opera)$/i

/**
 * Returns a link if it is safe to follow: an https URL with a host and without credentials, an app scheme with `//`, or
 * a pairing code (EIP-1328). Null for everything else, including relative URLs. All links from a wallet list, a wallet
 * or the app pass this check before a user can follow them.
 */
export function parseLink(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxLength || !plain.test(value)) return null
  const name = scheme.exec(value)?.[1]?.toLowerCase()
  if (!name || deniedSchemes.test(name)) return null
  if (name === 'https') return parseHttpsUrl(value)
  if (name === 'wc') return /^wc:[0-9a-z-]+@\d(\?|$)/i.test(value) || /^wc:\/\//i.test(value) ? value : null
  // unchanged: on some systems schemes are case-sensitive
  return value.startsWith('//', name.length + 1) ? value : null
}

/** Returns a normalized https URL if it is safe to follow: for stores, home pages and web wallets. */
export function parseWebLink(value: unknown): string | null {
  const link = parseLink(value)
  return link?.startsWith('https://') ? link : null
}

/** Whether a link is safe to follow: an https URL, an app scheme or a pairing code. */
export function isSafeLink(value: unknown): value is string {
  return parseLink(value) !== null
}

function parseHttpsUrl(value: string): string | null {
  // browsers accept `https:host` as an address of the page's own scheme
  if (!/^https:\/\/[^/?#]/i.test(value) || !URL.canParse(value)) return null
  const { href, username, password } = new URL(value)
  return username || password ? null : href
}
