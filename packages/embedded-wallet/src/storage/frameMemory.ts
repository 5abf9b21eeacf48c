/**
 * What is kept between visits. [S3.23] `lastLogin`: milliseconds since the epoch of the last mail that was asked for.
 * `socialProvider`: where the visitor logged in, unless by email. `loginKinds`: the same by account, see loginKinds.ts.
 * `redirect`: the login that this page was left for, see leftLogin.ts.
 */
export type FrameMemoryKey =
  | 'emailLoginUsed'
  | 'email'
  | 'username'
  | 'socialProvider'
  | 'loginKinds'
  | 'redirect'
  | 'lastLogin'
  | 'lastChain'
  | 'smartAccountNetworks'
  | 'sessionToken'

/** Texts under one common prefix; for this visit only where the browser refuses storage. */
export type FrameMemory = {
  get(key: FrameMemoryKey): string | undefined
  set(key: FrameMemoryKey, value: string): void
  delete(key: FrameMemoryKey): void
}
