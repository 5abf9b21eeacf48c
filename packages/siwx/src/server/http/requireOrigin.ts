import { SiwxRefusal } from '../SiwxRefusal.js'

/** The origin that the browser says the page has, where it is allowed; undefined for another, and for none. */
export function readOrigin(request: Request, origins: readonly string[]): string | undefined {
  const origin = request.headers.get('origin')
  return origin !== null && origins.includes(origin) ? origin : undefined
}

/** Every browser says it with a POST, and no page can say another's. Throws 403 for others, and for none. */
export function requireOrigin(request: Request, origins: readonly string[]): string {
  const origin = readOrigin(request, origins)
  if (origin !== undefined) return origin
  throw new SiwxRefusal('The header Origin names no page that may sign in here.', {
    status: 403,
    code: 'ORIGIN_NOT_ALLOWED',
    field: 'origin',
  })
}
