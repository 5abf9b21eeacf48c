import { expect, test } from 'vitest'
import { createRig } from '../../test/createRig.js'
import { Fault } from '../../test/createTestFrame.js'
import type { FrameErrorReason } from '../protocol/messages.js'

const { signal } = new AbortController()

test('a login by SMS connects with the right code after a wrong one, and reopens as a login by SMS', async () => {
  const { connector, frame, connect } = createRig()
  const { features } = connector
  const sent = await features['phone:login']?.({ phone: '+4915112345678', signal })
  expect(sent).toEqual({ phone: '+49 15112345678', retryAfter: 30 })
  await expect(features['phone:verify']?.({ code: '000000', signal })).rejects.toMatchObject({
    code: 'FRAME_FAILED',
    shortMessage: 'Invalid code',
  })
  await features['phone:verify']?.({ code: '123456', signal })
  const { accounts, user } = await connect()
  expect(user).toEqual({ username: '+49 15112345678' })
  const names = frame.messages.map(({ name }) => name).filter((name) => name.startsWith('CONNECT_'))
  expect(names).toEqual(['CONNECT_PHONE', 'CONNECT_PHONE_OTP', 'CONNECT_PHONE_OTP'])
  // a returning user logs in by SMS again
  const [{ address = '' } = {}] = accounts
  const route = await features['login:reopen']?.({ namespace: 'eip155', address, signal })
  expect(route).toEqual({ view: 'PhoneLogin', params: { namespace: 'eip155' } })
})

test.each<[object, object]>([
  [{ reason: 'INVALID_PHONE' satisfies FrameErrorReason }, { code: 'INVALID_PHONE' }],
  [{ reason: 'PHONE_NOT_ALLOWED' satisfies FrameErrorReason }, { code: 'PHONE_NOT_ALLOWED' }],
  [{ reason: 'SMS_FAILED' satisfies FrameErrorReason }, { code: 'SMS_FAILED' }],
  [
    { code: -32005, retryAfter: 29.5 },
    { code: 'EMAIL_COOLDOWN', retryAfter: 30 },
  ],
  [{}, { code: 'FRAME_FAILED', shortMessage: 'No.' }],
])('error: maps the error %s of the frame', async (fault, expected) => {
  const { connector, frame } = createRig({
    answer: ({ name }) =>
      name === 'CONNECT_PHONE' ? Promise.reject(new Fault({ message: 'No.', ...fault })) : undefined,
  })
  await expect(connector.features['phone:login']?.({ phone: '+49', signal })).rejects.toMatchObject(expected)
  expect(frame.count('CONNECT_PHONE')).toBe(1)
})
