import type { SiwxMessageFields } from '@latchkey/core'
import {
  type Arbitrary,
  array,
  constant,
  date,
  domain,
  integer,
  mapToConstant,
  oneof,
  option,
  record,
  string,
  stringMatching,
  tuple,
  webUrl,
} from 'fast-check'
import { getAddress } from 'viem'
import { toMessageText } from '../src/message/messageText.js'
import type { KeptSession } from '../src/sessions/sessions.js'

export const evm: SiwxMessageFields = {
  domain: 'app.example:8443',
  accountAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  statement: 'Sign in to the shop.',
  uri: 'https://app.example:8443/login',
  version: '1',
  chainId: 'eip155:31337',
  nonce: 'k3J9sPq02LmZx8Vb',
  issuedAt: '2026-11-20T10:00:00.000Z',
  expirationTime: '2026-11-27T10:00:00.000Z',
  notBefore: '2026-11-20T09:59:00.000Z',
  requestId: 'request-7',
  resources: ['https://app.example:8443/terms', 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'],
}

export const solana: SiwxMessageFields = {
  ...evm,
  accountAddress: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  statement: 'Bei uns — im Café — sind Sie richtig.',
}

export const bitcoin: SiwxMessageFields = {
  ...evm,
  accountAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  chainId: 'bip122:000000000019d6689c085ae165831e93',
}

/** Milliseconds since the epoch at which all of these are valid. */
export const holding: number = Date.parse('2026-11-21T00:00:00.000Z')

const letters = (alphabet: string): Arbitrary<string> =>
  mapToConstant({ num: alphabet.length, build: (index) => alphabet.charAt(index) })

const text = (unit: Arbitrary<string>, minLength: number, maxLength: number): Arbitrary<string> =>
  string({ unit, minLength, maxLength })

const alphanumeric = letters('0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')

const time = date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }).map((value) =>
  value.toISOString(),
)

const host = tuple(domain(), option(integer({ min: 1, max: 65_535 }), { nil: undefined })).map(([name, port]) =>
  port === undefined ? name : `${name}:${port}`,
)

const maybe = <value>(arbitrary: Arbitrary<value>): Arbitrary<value | undefined> =>
  option(arbitrary, { nil: undefined })

function fieldsOf(
  accountAddress: Arbitrary<string>,
  chainId: Arbitrary<string>,
  statement: Arbitrary<string>,
): Arbitrary<SiwxMessageFields> {
  return record({
    domain: host,
    accountAddress,
    statement: maybe(statement),
    uri: webUrl({ withQueryParameters: true, withFragments: true }),
    version: constant('1'),
    chainId: chainId as Arbitrary<SiwxMessageFields['chainId']>,
    nonce: text(alphanumeric, 8, 64),
    issuedAt: time,
    expirationTime: maybe(time),
    notBefore: maybe(time),
    requestId: maybe(stringMatching(/^[a-zA-Z0-9._~!$&'()*+,;=:@-]{1,40}$/)),
    resources: maybe(array(oneof(webUrl(), constant('urn:isbn:0451450523')), { maxLength: 4 })),
  })
}

const line = string({ unit: 'grapheme', minLength: 1, maxLength: 80 }).filter((value) =>
  /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u.test(value),
)

/** Valid fields of every kind. */
export const anyEvm: Arbitrary<SiwxMessageFields> = fieldsOf(
  text(letters('0123456789abcdef'), 40, 40).map((hex) => getAddress(`0x${hex}`)),
  integer({ min: 0, max: 2 ** 31 }).map((id) => `eip155:${id}`),
  text(letters("abcXYZ 019-._~:/?#[]@!$&'()*+,;="), 1, 80),
)

export const anySolana: Arbitrary<SiwxMessageFields> = fieldsOf(
  text(letters('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'), 32, 44),
  text(alphanumeric, 1, 32).map((reference) => `solana:${reference}`),
  line,
)

export const anyBitcoin: Arbitrary<SiwxMessageFields> = fieldsOf(
  text(letters('023456789acdefghjklmnpqrstuvwxyz'), 38, 58).map((data) => `bc1${data}`),
  text(letters('0123456789abcdef'), 32, 32).map((hash) => `bip122:${hash}`),
  line,
)

/** A verified session with these fields. */
export function toKept(change: Partial<SiwxMessageFields> = {}, by: KeptSession['by'] = 'key'): KeptSession {
  const data = { ...evm, ...change }
  return { data, message: toMessageText(data), signature: '0x12', by }
}
