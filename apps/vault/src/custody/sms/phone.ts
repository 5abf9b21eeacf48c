import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { toMac } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import { CallError } from '../errors/callError.js'

/** A mobile phone number. */
export type Phone = {
  /** E.164, e.g. `+4915123456789`. */
  readonly number: string
  /** ISO 3166-1. */
  readonly country: string
  /** For people, e.g. `+49 1512 3456789`. */
  readonly name: string
}

/**
 * Parses a typed mobile number. Without a country code, it counts as a number of the only allowed country. Throws
 * `INVALID_PHONE` for anything else, such as landlines and premium-rate numbers, and `PHONE_NOT_ALLOWED` for other
 * countries. Distinguishes countries that share a calling code, such as +1.
 */
export function parsePhone(text: string, countries: readonly string[]): Phone {
  const [only] = countries.length === 1 ? countries : []
  // some keyboards type full-width digits
  const typed = text.normalize('NFKC').trim().replace(/^00/, '+')
  const parsed = parsePhoneNumberFromString(typed, {
    extract: false,
    ...(only !== undefined && { defaultCountry: only as CountryCode }),
  })
  const type = parsed?.isValid() === true ? parsed.getType() : undefined
  if (!parsed?.country || parsed.ext || (type !== 'MOBILE' && type !== 'FIXED_LINE_OR_MOBILE'))
    throw new CallError('Enter a mobile phone number with its country code, starting with +.', {
      code: 'INVALID_PHONE',
    })
  if (!countries.includes(parsed.country))
    throw new CallError('This app doesn’t send text messages to this country.', { code: 'PHONE_NOT_ALLOWED' })
  return { number: parsed.number, country: parsed.country, name: parsed.formatInternational() }
}

/** A number in E.164 as people write it. */
export function formatPhone(number: string): string {
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number
}

/** Index by which a number is found without storing it in the clear. No email address has the same one. */
export function toPhoneIndex({ keys }: Pick<Custody, 'keys'>, number: string): Buffer {
  return toMac(keys.emailIndex, ['phone', number])
}
