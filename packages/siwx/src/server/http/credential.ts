import type { SiwxSetup } from '../resolveOptions.js'

/** Random bytes as base64url. */
export function createSecret(bytes: number): string {
  return toBase64Url(globalThis.crypto.getRandomValues(new Uint8Array(bytes)))
}

/** Random letters and digits, five bits each. EIP-4361 nonces must be alphanumeric. */
export function createNonce(characters: number): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
  return Array.from(globalThis.crypto.getRandomValues(new Uint8Array(characters)), (byte) => alphabet[byte % 32]).join(
    '',
  )
}

/** SHA-256 as base64url. Only the hash is stored, so that a leaked database can't be used to sign in. */
export async function hashSecret(secret: string): Promise<string> {
  return toBase64Url(new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))))
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** 256 random bits as base64url. */
const secretPattern = /^[\w-]{43}$/

/** The session id of a request: the hash of its cookie or token. Undefined without one. */
export async function readSessionId({ cookie }: SiwxSetup, request: Request): Promise<string | undefined> {
  const secret = cookie ? readCookie(request, cookie.name) : readToken(request)
  return secret !== undefined && secretPattern.test(secret) ? hashSecret(secret) : undefined
}

/** The `Set-Cookie` header for a secret, valid for `maxAge` milliseconds. Deletes the cookie if the secret is undefined. */
export function toCookieHeader(
  { name, attributes }: NonNullable<SiwxSetup['cookie']>,
  { secret, maxAge }: { readonly secret: string | undefined; readonly maxAge: number },
): string {
  return `${name}=${secret ?? ''}; Max-Age=${secret === undefined ? 0 : Math.floor(maxAge / 1_000)}; ${attributes}`
}

function readCookie(request: Request, name: string): string | undefined {
  const pairs = request.headers.get('cookie')?.split(';') ?? []
  const prefix = `${name}=`
  return pairs
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length)
}

function readToken(request: Request): string | undefined {
  return /^Bearer ([\w-]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}
