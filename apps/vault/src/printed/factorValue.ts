import { toBase64url } from '../frame/toBase64url.js'
import { parsePrintedCode } from './printedCode.js'

/** What a printed code unlocks a wallet by: 32 bytes, base64url. Throws where it is none. */
export async function toFactorValue(printed: string): Promise<string> {
  const secret = parsePrintedCode(printed)
  if (!secret) throw new Error('This code is not valid. Check it for letters that look alike.')
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(secret))))
}
