import type { SiwxMessage, SiwxMessageFields } from '../../auth.js'

const names = [
  'accountAddress',
  'chainId',
  'domain',
  'uri',
  'version',
  'nonce',
  'notBefore',
  'statement',
  'resources',
  'requestId',
  'issuedAt',
  'expirationTime',
  'serializedMessage',
] as const satisfies readonly (keyof SiwxMessageFields)[]

/** The fields of a message that the app made in its own way, as plain data. [S3.16] */
export function toFields(message: SiwxMessage): SiwxMessageFields {
  const entries = names.map((name) => [name, message[name]] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as unknown as SiwxMessageFields
}
