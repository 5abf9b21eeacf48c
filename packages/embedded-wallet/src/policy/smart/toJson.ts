import { invalidParams } from '../invalidParams.js'

/** What an app passes on to the vault without our reading it, as JSON: amounts in 0x hex. Throws `INVALID_PARAMS` for what has no end. */
export function toJson<value>(field: string, value: value): value {
  try {
    return JSON.parse(
      JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `0x${item.toString(16)}` : item)),
    )
  } catch (cause) {
    throw invalidParams(`${field}: no JSON.`, cause)
  }
}
