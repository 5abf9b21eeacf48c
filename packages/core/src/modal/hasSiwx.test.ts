import { expect, test } from 'vitest'
import { requireSiwx } from '../controllers/sign-in/sessions.js'
import { createTestModal } from '../testing/createTestModal.js'
import { createTestSiwx } from '../testing/createTestSiwx.js'
import { hasSiwx } from './signIn.js'

const siweConfig = {
  getNonce: async () => 'n',
  createMessage: () => '',
  verifyMessage: async () => true,
  getSession: async () => null,
  signOut: async () => true,
}

test('hasSiwx is true with the siwx or the siweConfig option', () => {
  const { siwx } = createTestSiwx()
  expect(hasSiwx(createTestModal().modal)).toBe(false)
  expect(hasSiwx(createTestModal({ siwx }).modal)).toBe(true)
  expect(hasSiwx(createTestModal({ siweConfig }).modal)).toBe(true)
})

test('hasSiwx is false with a siweConfig that is not enabled', async () => {
  const { modal } = createTestModal({ siweConfig: { ...siweConfig, enabled: false } })
  expect(hasSiwx(modal)).toBe(false)
  await expect(requireSiwx(modal)).rejects.toMatchObject({ code: 'SIWX_NOT_ENABLED' })
})
