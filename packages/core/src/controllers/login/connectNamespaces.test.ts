import { expect, test, vi } from 'vitest'
import { FrameFailedError } from '../../errors/login.js'
import { getConnection } from '../../modal/connections.js'
import { createLoginWorld } from '../../testing/createLoginWorld.js'
import { createTestLogin } from '../../testing/createTestLogin.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { connectNamespaces } from './flow.js'

const { signal } = new AbortController()

test('the chain family in use comes first; one that fails stops no other', async () => {
  const quiet = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { modal, login } = createLoginWorld({ defaultNetwork: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
  login.email = 'alice@example.org'
  login.faults.set('solana', new FrameFailedError())
  await connectNamespaces(modal, { namespace: undefined, signal })
  expect(login.calls).toEqual(['connect solana', 'connect eip155'])
  expect(getConnection(modal.getState(), 'eip155')).toBeDefined()
  expect(quiet).toHaveBeenCalledOnce()
  quiet.mockRestore()
})

test('error: CHAINS_NOT_SUPPORTED where wallet and modal have none in common, NO_AUTH_CONNECTOR without such a wallet', async () => {
  const { modal } = createLoginWorld({ login: createTestLogin(['bip122']) })
  await expect(connectNamespaces(modal, { namespace: undefined, signal })).rejects.toMatchObject({
    code: 'CHAINS_NOT_SUPPORTED',
  })
  await expect(connectNamespaces(createTestModal().modal, { namespace: undefined, signal })).rejects.toMatchObject({
    code: 'NO_AUTH_CONNECTOR',
  })
})
