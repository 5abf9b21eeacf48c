/** Longer ones are no links to an app; a pairing code in a link takes about 400 characters. */
const maxLength = 4_096

/** Printable ASCII without what ends or bends a URL: no spaces, no invisible characters, no `\`, no quotes. */
const plain = /^[!#-;=?-[\]^_a-z{|}~]+$/i

const scheme = /^([a-z][a-z0-9+.-]+):/i

/** Schemes that run code, read files, wrap another URL, call somebody, or reach into the system instead of a wallet. */
const deniedSchemes =
  /^(about|android-app|app-?prefs|applescript|blob|cid|content|data|dav|facetime.*|feed|file.*|filesystem|ftps?|gopher|help|hcp|http|imap|intents?|itms.*|jar|javascript|ldaps?|livescript|mailto|market|mhtml|mocha|nfs|nntp|pcast|pop|prefs|res|resource|rtsp|search|search-ms|sftp|shell|shortcuts?|smb|sms.*|ssh|tel.*|url|vbs|vbscript|vnc|wss?|wyciwyg)$|^(chrome|edge|microsoft|moz|ms|opera|safari|view|vscode|web|x-apple|x-web)[+.-]|^(chrome|edge|opera)$/i

/**
 * A link that may be followed: an https address with a host and without credentials, a scheme of an app with `//`, or a
 * pairing code (EIP-1328). Null for all else, also for what only a base address would make a link. Everything that comes
 * from a list of wallets, a wallet or the app passes here before a visitor can follow it.
 */
export function parseLink(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxLength || !plain.test(value)) return null
  const name = scheme.exec(value)?.[1]?.toLowerCase()
  if (!name || deniedSchemes.test(name)) return null
  if (name === 'https') return parseAddress(value)
  if (name === 'wc') return /^wc:[0-9a-z-]+@\d(\?|$)/i.test(value) || /^wc:\/\//i.test(value) ? value : null
  // as it is: some systems tell capital letters of a scheme apart
  return value.startsWith('//', name.length + 1) ? value : null
}

/** An https address that may be followed, as the browser writes it: for stores, home pages and wallets that are pages. */
export function parseWebLink(value: unknown): string | null {
  const link = parseLink(value)
  return link?.startsWith('https://') ? link : null
}

function parseAddress(value: string): string | null {
  // the browser itself would take `https:host` for an address of this page's scheme
  if (!/^https:\/\/[^/?#]/i.test(value) || !URL.canParse(value)) return null
  const { href, username, password } = new URL(value)
  return username || password ? null : href
}

/** Whether a link may be followed: an https address, the scheme of an app, or a pairing code. */
export function isSafeLink(value: unknown): value is string {
  return parseLink(value) !== null
}
