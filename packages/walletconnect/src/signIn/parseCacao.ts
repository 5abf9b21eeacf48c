import { type Cacao, isRecord } from '@latchkey/core'

/** Characters of one field: nobody says more. */
const longest = 65_536
const most = { resources: 100 } as const

const required = ['aud', 'domain', 'version', 'nonce', 'iat'] as const
const optional = ['nbf', 'exp', 'statement', 'requestId'] as const

/**
 * A capability object of an account on EVM (CAIP-74), whose fields are one line each; null for what is none. Who signed it,
 * and whether at all, is not looked at here.
 */
export function parseCacao(value: unknown): Cacao | null {
  if (!isRecord(value) || !isRecord(value['h']) || !isRecord(value['p']) || !isRecord(value['s'])) return null
  const { h, p, s } = value as { readonly [part in 'h' | 'p' | 's']: Readonly<Record<string, unknown>> }
  const type = h['t']
  if (type !== 'caip122' && type !== 'eip4361') return null
  const { iss, resources } = p
  if (typeof iss !== 'string' || !/^did:pkh:eip155:[1-9]\d{0,15}:0x[\da-f]{40}$/i.test(iss)) return null
  if (!required.every((name) => isLine(p[name]) && p[name] !== '')) return null
  if (!optional.every((name) => isAbsent(p[name]) || isLine(p[name]))) return null
  const isList = Array.isArray(resources) && resources.length <= most.resources && resources.every(isLine)
  if (!isAbsent(resources) && !isList) return null
  const { t, s: signature } = s
  if ((t !== 'eip191' && t !== 'eip1271') || !isHex(signature)) return null
  const fields = [...required, ...optional].filter((name) => !isAbsent(p[name])).map((name) => [name, p[name]])
  return {
    h: { t: type },
    p: { iss, ...Object.fromEntries(fields), ...(isList && { resources }) } as Cacao['p'],
    s: { t, s: signature },
  }
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null
}

/** A line break would make one field of the message look like several. */
function isLine(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longest && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)
}

function isHex(value: unknown): value is string {
  return isLine(value) && /^0x([\da-f]{2})+$/i.test(value)
}
