import { expect, test, vi } from 'vitest'
import { FrameFailedError } from '../../errors/login.js'
import { getConnection } from '../../modal/connections.js'
import { createLoginWorld } from '../../testing/createLoginWorld.js'
import { createTestLogin } from '../../testing/createTestLogin.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { createTestStorage } from '../../testing/createTestStorage.js'
import { connectNamespaces } from './flow.js'

const { signal } = new AbortController()

test('connects the active namespace first; a failure does not stop the others', async () => {
  const quiet = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { modal, login } = createLoginWorld({ defaultNetwork: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
  login.email = 'alice@example.org'
  login.faults.set('solana', new FrameFailedError())
  await connectNamespaces(modal, { login: 'email', namespace: undefined, signal })
  expect(login.calls).toEqual(['connect solana', 'connect eip155'])
  expect(getConnection(modal.getState(), 'eip155')).toBeDefined()
  expect(quiet).toHaveBeenCalledOnce()
  expect(modal.getState().lastLogin).toBe('email')
  quiet.mockRestore()
})

test('error: CHAINS_NOT_SUPPORTED without a common namespace, NO_AUTH_CONNECTOR without an embedded wallet', async () => {
  const { modal } = createLoginWorld({ login: createTestLogin(['bip122']) })
  await expect(connectNamespaces(modal, { login: 'email', namespace: undefined, signal })).rejects.toMatchObject({
    code: 'CHAINS_NOT_SUPPORTED',
  })
  await expect(
    connectNamespaces(createTestModal().modal, { login: 'email', namespace: undefined, signal }),
  ).rejects.toMatchObject({
    code: 'NO_AUTH_CONNECTOR',
  })
})

test('remembers the last successful login for the next visit, but not a failed one', async () => {
  const storage = createTestStorage()
  const { modal, login } = createLoginWorld({ env: { storage: () => storage } })
  login.email = 'alice@example.org'
  await connectNamespaces(modal, { login: 'discord', namespace: undefined, signal })
  expect(createLoginWorld({ env: { storage: () => storage } }).modal.getState().lastLogin).toBe('discord')

  const aborted = AbortSignal.abort()
  await expect(connectNamespaces(modal, { login: 'apple', namespace: undefined, signal: aborted })).rejects.toThrow()
  expect(modal.getState().lastLogin).toBe('discord')
})

test('if another user logs in, no namespace keeps the previous user’s account', async () => {
  const quiet = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { modal, login } = createLoginWorld()
  login.email = 'alice@example.org'
  await connectNamespaces(modal, { login: 'email', namespace: undefined, signal })
  expect(['eip155', 'solana'].map((name) => getConnection(modal.getState(), name)?.user?.email)).toEqual([
    'alice@example.org',
    'alice@example.org',
  ])
  login.email = 'bob@example.org'
  login.faults.set('eip155', new FrameFailedError())
  await connectNamespaces(modal, { login: 'email', namespace: 'solana', signal })
  expect(getConnection(modal.getState(), 'solana')?.user?.email).toBe('bob@example.org')
  expect(getConnection(modal.getState(), 'eip155')).toBeUndefined()

  login.faults.set('solana', new FrameFailedError())
  await expect(connectNamespaces(modal, { login: 'email', namespace: 'solana', signal })).rejects.toThrow()
  expect(getConnection(modal.getState(), 'solana')).toBeUndefined()
  quiet.mockRestore()
})
