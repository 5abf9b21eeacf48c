import { FrameLoadFailedError, isUnsent } from '@latchkey/core/plugin'
import { expect, test } from 'vitest'
import { toFrameError } from './frameErrors.js'

test('[S8.34] uses the frame’s message, or a default if it is empty', () => {
  expect(toFrameError('CONNECT_OTP', { message: 'Invalid code' })).toMatchObject({
    code: 'FRAME_FAILED',
    shortMessage: 'Invalid code',
  })
  expect(toFrameError('CONNECT_OTP', { message: '' })).toMatchObject({
    code: 'FRAME_FAILED',
    shortMessage: 'An error occurred',
  })
})

test('sets rpcCode only if the frame sent a code', () => {
  expect(toFrameError('RPC_REQUEST', { message: 'no', code: 4001 })).toMatchObject({
    code: 'FRAME_FAILED',
    rpcCode: 4001,
  })
  expect(toFrameError('RPC_REQUEST', { message: 'no' })).not.toHaveProperty('rpcCode')
})

test('[S8.22] maps an unverified domain to UNVERIFIED_DOMAIN', () => {
  expect(toFrameError('CONNECT_EMAIL', { message: 'unverified_domain' })).toMatchObject({
    code: 'UNVERIFIED_DOMAIN',
    shortMessage: 'Unverified Domain',
  })
})

test('maps the code of a frozen wallet to WALLET_FROZEN for every call', () => {
  for (const name of ['CONNECT_OTP', 'RPC_REQUEST', 'UPDATE_EMAIL'] as const)
    expect(toFrameError(name, { message: 'Your wallet is frozen', code: -32_050 })).toMatchObject({
      code: 'WALLET_FROZEN',
    })
})

test('maps required self-custody to SELF_CUSTODY_NEEDED, which means that nothing was sent', () => {
  const error = toFrameError('RPC_REQUEST', { message: 'Set it up', code: -32_003, reason: 'SELF_CUSTODY_NEEDED' })
  expect(error).toMatchObject({ code: 'SELF_CUSTODY_NEEDED', details: 'Set it up', rpcCode: -32_003 })
  expect(isUnsent(error)).toBe(true)
})

test('isUnsent is true if the frame failed to load', () => {
  expect(isUnsent(new FrameLoadFailedError())).toBe(true)
})

test('[S8.2] maps a positive retryAfter to EMAIL_COOLDOWN only for calls that send an email', () => {
  const later = { message: 'Too many', retryAfter: 11.2 }
  expect(toFrameError('CONNECT_EMAIL', later)).toMatchObject({ code: 'EMAIL_COOLDOWN', retryAfter: 12 })
  expect(toFrameError('UPDATE_EMAIL', later).shortMessage).toBe('Please try again after 12 seconds')
  expect(toFrameError('RPC_REQUEST', later)).toMatchObject({ code: 'FRAME_FAILED', shortMessage: 'Too many' })
  expect(toFrameError('CONNECT_EMAIL', { ...later, retryAfter: 0 })).toMatchObject({ code: 'FRAME_FAILED' })
})
