import { expect, test } from 'vitest'
import * as connection from './connection.js'
import * as base from './LatchkeyError.js'
import { isLatchkeyError, LatchkeyError } from './LatchkeyError.js'
import * as social from './login.js'
import * as network from './network.js'
import * as rpc from './rpc.js'
import { BalanceUnavailableError } from './services.js'
import * as setup from './setup.js'

test('an error has a code, a short message, details, a docs path and a cause', () => {
  const cause = new Error('inner')
  const error = new LatchkeyError('TIMED_OUT', 'No answer.', { cause, details: 'after 3 s', docsPath: '/errors#time' })
  expect(error).toMatchObject({ kind: 'LatchkeyError', code: 'TIMED_OUT', shortMessage: 'No answer.', cause })
  expect(error.message).toBe('No answer.\nDetails: after 3 s\nDocs: /errors#time')
  expect(error).toBeInstanceOf(Error)
})

test('omits details, docs and cause unless given', () => {
  const error = new base.AbortedError()
  expect(error.message).toBe('The request was cancelled.')
  expect(Object.hasOwn(error, 'cause')).toBe(false)
  expect(error.name).toBe('AbortedError')
})

test('isLatchkeyError recognizes an error of another copy of the package by its kind', () => {
  expect(isLatchkeyError(new base.AbortedError())).toBe(true)
  expect(isLatchkeyError({ kind: 'LatchkeyError', code: 'ABORTED' })).toBe(true)
  for (const other of [new Error('x'), null, undefined, 'LatchkeyError', { kind: 'Other' }, []])
    expect(isLatchkeyError(other)).toBe(false)
})

test.each([
  [new BalanceUnavailableError(), 'Token Balance Unavailable'],
  [new connection.ModalClosedError(), 'Modal closed'],
  [new connection.ConnectionRejectedError(), 'Connection rejected'],
  [new connection.ConnectorFailedError(), 'Failed to connect'],
  [new connection.ConnectorNotFoundError({ id: 'w1' }), 'No connector found for connection: w1'],
  [new connection.DisconnectFailedError(), 'Failed to disconnect'],
  [new network.NetworkNotFoundError({ caipNetworkId: 'eip155:5' }), 'Network Not Found'],
  [new connection.NotStartedError(), 'No ConnectionController client found'],
  [new network.ChainNotSupportedError(), 'Chain is not supported'],
  [new social.PopupClosedError(), 'Popup closed'],
  [new social.FarcasterFailedError(), 'Failed to connect to farcaster'],
  [new social.SocialFailedError(), 'Failed to initiate social connection'],
  [new connection.AdapterNotFoundError({ namespace: 'solana' }), "Adapter for namespace solana doesn't exist"],
])('the short message of %o is that of the catalogue', (error, sentence) => {
  expect(error.shortMessage).toBe(sentence)
})

test('FeatureNotSupportedError names the missing feature and the wallet', () => {
  expect(new connection.FeatureNotSupportedError({ feature: 'psbt:sign', by: 'Wallet A' }).shortMessage).toBe(
    'Wallet A does not support "psbt:sign".',
  )
})

test('InvalidOptionsError lists every invalid option, one per line', () => {
  const error = new setup.InvalidOptionsError({ problems: ['a is wrong', 'b is wrong'] })
  expect(error.problems).toEqual(['a is wrong', 'b is wrong'])
  expect(error.message).toContain('\n- a is wrong\n- b is wrong')
})

/** All error classes that these modules export. */
const classes = Object.entries({
  ...base,
  ...connection,
  ...network,
  ...rpc,
  ...setup,
  BalanceUnavailableError,
}).filter(([name]) => name.endsWith('Error') && !['LatchkeyError', 'isLatchkeyError'].includes(name))

/** Constructor arguments that some of them require. */
const fields = { problems: [], names: [], projectId: '', origin: '' }

test.each(classes)('%s has its own name, a code, a short message and the kind LatchkeyError', (name, Class) => {
  const make = Class as new (...input: readonly unknown[]) => LatchkeyError
  const input = name === 'RpcError' ? [4001, 'USER_REJECTED'] : [fields]
  const error = new make(...input)
  expect(error).toMatchObject({ name, code: expect.stringMatching(/^[A-Z_]+$/), kind: 'LatchkeyError' })
  expect(error.message.startsWith(error.shortMessage)).toBe(true)
  expect(error).toBeInstanceOf(LatchkeyError)
})

test('no two error classes share a code', () => {
  const codes = classes
    .filter(([name]) => name !== 'RpcError')
    .map(([, Class]) => new (Class as new (input: unknown) => LatchkeyError)(fields).code)
  expect(new Set(codes).size).toBe(codes.length)
})
