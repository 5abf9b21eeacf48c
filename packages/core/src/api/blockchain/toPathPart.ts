import { HttpStatusError } from '../../errors/http.js'

/** One part of a path. Throws `HTTP_STATUS` 404 for what would name another path, as `..` does however it is written. */
export function toPathPart(value: string): string {
  if (/^\.*$/.test(value)) throw new HttpStatusError({ status: 404, details: `"${value}" cannot be asked for.` })
  return encodeURIComponent(value)
}
