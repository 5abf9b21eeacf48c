import { FrameFailedError, version } from '@latchkey/core/plugin'
import { createTestClock, createTestContext } from '@latchkey/testing'
import { expect, test, vi } from 'vitest'
import { createFrameMemory } from '../../storage/frameMemory.js'
import type { Call, Calls } from './createCalls.js'
import { createInitialSync } from './createInitialSync.js'

function open(answer: (call: Call) => Promise<unknown>) {
  const clock = createTestClock()
  const context = createTestContext({ env: { ...clock, window: () => null } })
  const memory = createFrameMemory({ env: context.env, id: 'shop', warn: context.warn })
  const request = vi.fn(answer)
  const initialSync = createInitialSync({ context, projectId: 'demo', memory, calls: { request } as unknown as Calls })
  return { clock, context, memory, request, initialSync }
}

const { signal } = new AbortController()

test('[S3.19] [S4.31] sends the app’s data and theme, then requests and stores the smart account networks', async () => {
  const { initialSync, request, memory } = open(async ({ name }) =>
    name === 'GET_SMART_ACCOUNT_ENABLED_NETWORKS' ? { smartAccountEnabledNetworks: [1, 10] } : undefined,
  )
  initialSync.setTheme({ themeMode: 'dark' })
  initialSync.begin()
  await initialSync.whenDone(signal)
  expect(request.mock.calls.map(([{ name, payload }]) => [name, payload])).toEqual([
    ['SYNC_DAPP_DATA', { projectId: 'demo', sdkType: 'w3m', sdkVersion: version }],
    ['SYNC_THEME', { themeMode: 'dark' }],
    ['GET_SMART_ACCOUNT_ENABLED_NETWORKS', undefined],
  ])
  expect(memory.get('smartAccountNetworks')).toBe('1,10')
})

test('[S8.37] stores an empty list if the request for the smart account networks fails', async () => {
  const { initialSync, memory } = open(() => Promise.reject(new FrameFailedError()))
  memory.set('smartAccountNetworks', '1')
  initialSync.begin()
  await initialSync.whenDone(signal)
  expect(memory.get('smartAccountNetworks')).toBe('')
})

test('continues after five seconds if the frame does not reply', async () => {
  const { initialSync, clock } = open(() => new Promise(() => undefined))
  initialSync.begin()
  const done = vi.fn()
  initialSync.whenDone(signal).then(done, done)
  await clock.advance(4_999)
  expect(done).not.toHaveBeenCalled()
  await clock.advance(1)
  expect(done.mock.calls).toEqual([[undefined]])
})

test('rejects with the reason of an aborted signal', async () => {
  const { initialSync } = open(() => new Promise(() => undefined))
  initialSync.begin()
  await expect(initialSync.whenDone(AbortSignal.abort('left'))).rejects.toBe('left')
})
