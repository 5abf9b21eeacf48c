/** What is kept between visits. [S3.23] `lastLogin`: milliseconds since the epoch of the last mail that was asked for. */
export type FrameMemoryKey =
  | 'emailLoginUsed'
  | 'email'
  | 'username'
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
