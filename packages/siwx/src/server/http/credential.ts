import type { SiwxSetup } from '../resolveOptions.js'
import { hashSecret } from '../secrets.js'

/** Characters of 256 random bits, base64url. */
const secretForm = /^[\w-]{43}$/

/** The id of the session that a request comes with: the hash of its cookie or token. Undefined without one. */
export async function readSessionId({ cookie }: SiwxSetup, request: Request): Promise<string | undefined> {
  const secret = cookie ? readCookie(request, cookie.name) : readToken(request)
  return secret !== undefined && secretForm.test(secret) ? hashSecret(secret) : undefined
}

/** What a browser keeps, for as many milliseconds; of a secret that is undefined, it forgets it. */
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
