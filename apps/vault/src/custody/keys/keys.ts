import { hkdfSync } from 'node:crypto'

/** What the key-encryption key is used for, each by a key of its own. */
export type Keys = {
  /** Wraps the keys of wallets. */
  readonly wrap: Buffer
  /** Seals addresses of mail. */
  readonly email: Buffer
  /** Finds addresses of mail. */
  readonly emailIndex: Buffer
  readonly rowMac: Buffer
  readonly codes: Buffer
  /** Cookies, links and resume tokens. */
  readonly tokens: Buffer
  readonly audit: Buffer
  /** Says whether this is the database's key. */
  readonly check: Buffer
}

/** HKDF-SHA-256 of the key-encryption key. */
export function deriveKeys(kek: Uint8Array): Keys {
  const derive = (name: string): Buffer =>
    Buffer.from(hkdfSync('sha256', kek, new Uint8Array(), `latchkey/custody/1/${name}`, 32))
  return {
    wrap: derive('wrap'),
    email: derive('email'),
    emailIndex: derive('email-index'),
    rowMac: derive('row-mac'),
    codes: derive('codes'),
    tokens: derive('tokens'),
    audit: derive('audit'),
    check: derive('check'),
  }
}
