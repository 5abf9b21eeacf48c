/** As many random bytes, base64url. */
export function createSecret(bytes: number): string {
  return toBase64Url(globalThis.crypto.getRandomValues(new Uint8Array(bytes)))
}

/** Random letters and digits, as nonces of EIP-4361 have to be: five bits each. */
export function createNonce(characters: number): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
  return Array.from(globalThis.crypto.getRandomValues(new Uint8Array(characters)), (byte) => alphabet[byte % 32]).join(
    '',
  )
}

/** SHA-256, base64url: what is stored of a secret, so that who reads the database is nobody. */
export async function hashSecret(secret: string): Promise<string> {
  return toBase64Url(new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))))
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
